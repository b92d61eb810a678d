"""The messages between a browser and the tables: the one source of the front end's types."""

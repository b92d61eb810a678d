"""Live tables: a viewer's connection, the messages it carries and when the next view is sent."""

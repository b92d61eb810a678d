"""Analysis: proof pages of editions, and the workbench on which they are changed."""

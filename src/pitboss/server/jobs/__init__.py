"""Jobs: heavy or untrusted work in worker processes, with fair queues, limits and a cache."""

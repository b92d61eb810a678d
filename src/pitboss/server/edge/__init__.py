"""The edge: what stands between the network and the house.

Raw connections, headers, rate limits, static files, the shapes of requests and refusals, logs and
metrics.
"""

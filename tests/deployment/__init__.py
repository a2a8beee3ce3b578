"""The files of `scorekeeper/web/deployment/`, as they would be used on a server."""

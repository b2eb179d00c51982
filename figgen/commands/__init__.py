"""One module a command: `add_arguments(parser)` and `run(project, options)`, which returns the exit code."""

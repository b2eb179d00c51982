"""From a worked example to build/: its words, its run in a process of its own, its checks and outputs."""

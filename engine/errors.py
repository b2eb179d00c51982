"""The one error that the engine raises."""


class EngineError(ValueError):
    """A wrong shape, dtype or value; it names the argument, what it wants and what it got."""

    def __init__(self, argument: str, wanted: str, got: str) -> None:
        super().__init__(f"{argument}: wants {wanted}, got {got}")
        self.argument = argument
        self.wanted = wanted
        self.got = got

"""What goes wrong, by whose fault: the command line turns it into one line and an exit status."""


class DingshiError(Exception):
    """A failure that was foreseen; its message is one line for a person."""

    exit_status = 1


class InputError(DingshiError, ValueError):
    """The caller gave a value that is not allowed; the message names it and what is allowed."""

    exit_status = 2

"""One file a command: it reads the options, asks the question and writes the report."""

"""`python -m analyzer` is the same as the command `bidodds`."""

from analyzer.cli import main

if __name__ == "__main__":
    main()

"""The rulebook as a book: examples that the judge rules on, a summary, comparisons and tips."""

"""What the ranked search stands on: words, spelling, the index and the scores."""

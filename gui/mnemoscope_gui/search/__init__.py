"""Finding: the search field with its list of hits, and the palette of commands, entities and files."""

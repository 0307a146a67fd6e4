"""The panel that finds one's way in a memory: types as filters, entities by type, saved views, visits."""

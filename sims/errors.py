"""The one exception of a public function that is asked for what cannot be."""


class Refused(ValueError):
    """Input or rules that cannot be: one sentence that names the item and what would be right."""

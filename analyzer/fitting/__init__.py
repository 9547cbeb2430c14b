"""The fit of the models of instant odds: labels, training, measure."""

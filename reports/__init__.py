"""Tables people read: data frames in, text out. Knows no card and no kernel."""

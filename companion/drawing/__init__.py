"""How things look: theme, fonts, icons, and the one canvas that draws them."""

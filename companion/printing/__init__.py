"""Labels, table cards and mats to print in true size; and how high a camera must hang to see them."""

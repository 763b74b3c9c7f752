"""Tags: from the pixels of one picture to the texts of the QR stickers in it."""

"""The box itself: settings, camera, buttons, phones, club, updates, switching off."""

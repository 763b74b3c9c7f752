"""The game in progress, without a window. The program owns it and ticks it, whatever page is shown.

``Table`` takes in time (``tick``), what the camera sees (``see``) and what people want (``act``), and answers with a
``TableView``. Screen, phones, club, lamps and sounds all show the same table and reach the game through nothing else.
"""

"""The releases of this box, as root: another one from a stick or a folder, and the way back.

dpkg does the work: it unpacks with fsync, replaces, verifies and removes. This decides what dpkg is given, and
remembers what was meant, so that a plug pulled in the middle is made good at the next start, and a release that does
not start gives way to the one before.

The package carries it as one file (``python -m zipapp``) with nothing but the standard library in it: dpkg puts a file
in place in one go, so this one is whole even while the program is half of one release and half of another.
"""

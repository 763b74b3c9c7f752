"""What every NetworkManager must do for ``companion.upkeep.wifi``: the double, and the real one in the virtual box."""

from __future__ import annotations

from companion.upkeep.hotspot import Hotspot
from companion.upkeep.wifi import Network, Wifi

MOST_LOOKS = 5


def check_wifi(wifi: Wifi, name: str, password: str, spot: Hotspot) -> None:
    """Joins the network of that name, makes one of its own, ends it, and joins the first again without a password."""
    before = wifi.connected()
    assert before.device
    assert (before.network, before.is_hotspot) == ("", False)
    home = _found(wifi, name)
    assert home.is_supported
    assert (home.is_open, home.is_known) == (False, False)
    wifi.join(home, password)
    assert wifi.connected().network == name
    wifi.make_hotspot(spot)
    now = wifi.connected()
    assert (now.network, now.is_hotspot) == ("", True)
    wifi.end_hotspot()
    wifi.end_hotspot()  # a second time does nothing
    assert not wifi.connected().is_hotspot
    known = _found(wifi, name)
    assert known.is_known
    wifi.join(known)
    assert wifi.connected().network == name


def _found(wifi: Wifi, name: str) -> Network:
    """A radio that was busy otherwise a moment ago may have heard nothing yet: people look again."""
    looks = (network for _ in range(MOST_LOOKS) for network in wifi.networks() if network.name == name)
    found = next(looks, None)
    assert found is not None, f"{name} is not in reach"
    return found

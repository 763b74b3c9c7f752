"""The languages in which every text must exist; what another lacks is shown in English, see docs/translating.md."""

LANGUAGES = ("en", "de")  # everything is tested in these
OURS = (*LANGUAGES, "fr", "es", "nl", "pl")

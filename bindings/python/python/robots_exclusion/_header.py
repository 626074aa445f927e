"""What the facades share: rules for any string that callers pass as a user agent."""

from ._native import Dialect, RobotsTxt, Rules, UserAgent

#: As Protego reads: misspelled keys count, rules above the first User-agent line apply to no crawler.
PROTEGO = Dialect.LENIENT.replace(rules_before_groups=False)


def any_agent(text: str) -> UserAgent:
    """Who a text names: a crawler as everywhere in this package, and where that is refused, as a header. The packages that the facades
    replace refuse no text, so that a URL is a header without a name."""
    for read in (UserAgent.resolve, UserAgent):
        try:
            return read(text)
        except ValueError:
            pass
    return UserAgent("")


class HeaderRules:
    """The compiled rules of a file, by user agent: a product token, or a whole ``User-Agent`` header."""

    # Callers may pass a different header with each question.
    _MOST = 256

    def __init__(self, robots: RobotsTxt) -> None:
        self._robots = robots
        self._rules: dict[str, Rules] = {}

    def __getitem__(self, user_agent: str) -> Rules:
        rules = self._rules.get(user_agent)
        if rules is None:
            rules = self._robots.rules_for(any_agent(user_agent))
            if len(self._rules) >= self._MOST:
                self._rules.clear()
            self._rules[user_agent] = rules
        return rules


def number(seconds: float) -> float:
    """The same as an ``int`` if it is whole, as files write it."""
    return int(seconds) if seconds == int(seconds) else seconds

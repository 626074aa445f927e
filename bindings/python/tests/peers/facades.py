"""A plugin for pytest that puts the facades in the place of the peers, before their own tests import them."""

import urllib.robotparser

from robots_exclusion.urllib import RobotFileParser

urllib.robotparser.RobotFileParser = RobotFileParser

try:
    import protego
except ImportError:
    pass
else:
    from robots_exclusion.protego import Protego, RequestRate, VisitTime

    protego.Protego, protego.RequestRate, protego.VisitTime = Protego, RequestRate, VisitTime

"""Scrapy's tests of a parser, of the facade. Run in a directory that holds Scrapy's sources."""

from tests.test_robotstxt_interface import BaseRobotParserTest

from robots_exclusion.scrapy import RobotParser


class TestFacade(BaseRobotParserTest):
    def setup_method(self):
        self._setUp(RobotParser)


# Not collected here: Scrapy's tests of the class itself.
del BaseRobotParserTest

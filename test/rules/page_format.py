"""A lit test format: every rule page in rules/ is one test, run by pages.py."""

import os

import lit.formats.base
import lit.Test

import pages


class RulePages(lit.formats.base.TestFormat):
    def __init__(self, folder, offside):
        self.folder, self.offside = folder, offside

    def getTestsInDirectory(self, suite, path_in_suite, lit_config, config):
        for name in sorted(os.listdir(self.folder)):
            if name.startswith("DEV") and name.endswith(".md"):
                yield lit.Test.Test(suite, path_in_suite + (name,), config)

    def execute(self, test, lit_config):
        wrong = pages.check(self.offside, os.path.join(self.folder, test.path_in_suite[-1]))
        return (lit.Test.FAIL, "\n".join(wrong) + "\n") if wrong else (lit.Test.PASS, "")

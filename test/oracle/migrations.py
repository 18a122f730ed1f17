"""The part of the suite that runs programs before and after `offside migrate`."""

import compare
import machines

FOLDER = compare.ROOT / "test" / "migrate"
PLACES = (machines.ONE_GPU, machines.NO_GPU, machines.CPU_BUILD)


def on_each(paths, ending, name_ending="", places=PLACES):
    named = {path.name.removesuffix(ending) + name_ending: path for path in sorted(paths)}
    return {f"{name}, {place}": (path, place) for name, path in named.items() for place in places}


class Migrations(compare.Part):
    """Programs print the same with a GPU, without one, and under a build without CUDA.

    What they do beside an accelerator that is not CUDA is only recorded: there, they ran on the CPU before, and what a
    migration left for a person may fail.
    """

    name = "migrations"
    output = True
    by_hand, migrated = " by hand", " migrated"

    def programs(self, folder):
        pairs = FOLDER / "pairs"
        anywhere, elsewhere = (*PLACES, machines.OTHER), (machines.OTHER,)
        return {
            **on_each((FOLDER / "programs").glob("*.py"), ".py", places=anywhere),
            **on_each(pairs.glob("*.before.py"), ".before.py", places=anywhere),
            **on_each(pairs.glob("*.after.py"), ".after.py", self.by_hand),
            **on_each((FOLDER / "expected").glob("*.after.py"), ".after.py", self.migrated, elsewhere),
        }

    def promises(self, wanted, recorded):
        """Our own programs run everywhere; what a person migrated does the same as before."""
        promises = []
        for key, entry in recorded.items():
            name, place = key.split(", ")
            if name.endswith(self.by_hand):
                before = f"{name.removesuffix(self.by_hand)}, {place}"
                complaint = self.complaint(before, compare.verdict_of(entry), recorded)
                promises.append((not complaint, f"{key}: {complaint}"))
            elif key in wanted and wanted[key][0].parent.name == "programs" and place in PLACES:
                promises.append((entry["kind"] == "clean", f"{key}: {compare.text(entry)}"))
        return promises

    def made(self, offside, folder):
        """The programs after `offside migrate`, which test/migrate holds to the files in expected/."""
        return on_each((FOLDER / "expected").glob("*.after.py"), ".after.py")

    def complaint(self, key, verdict, recorded):
        """A migrated program prints the same and ends in the same way; where it failed before, it may do anything."""
        before = recorded.get(key, {"kind": "missing", "output": ""})
        if before["kind"] not in ("clean", "missing") or verdict == compare.verdict_of(before):
            return ""
        if verdict["kind"] != before["kind"]:
            return f"{compare.text(verdict)}, before it was {before['kind']}"
        return f"prints {verdict['output']!r}, before it was {before['output']!r}"

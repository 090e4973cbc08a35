"""The results of games of one of our engines, and their table."""

FAULTS = ["illegal moves", "protocol errors", "losses on time"]


class Result:
    """The result of a pairing for our engine. `planned` is the number of games that should be played."""

    def __init__(self, name, planned):
        self.name, self.planned = name, planned
        self.wins = self.draws = self.losses = 0
        self.faults = dict.fromkeys(FAULTS, 0)
        self.notes = []

    def finished(self):
        return self.wins + self.draws + self.losses

    def percent(self):
        return 100 * (self.wins + self.draws / 2) / max(self.finished(), 1)

    def is_bad(self, target=0.0):
        """Whether our engine has a fault, a game is missing, or the score is below `target` percent."""
        is_low = self.finished() > 0 and self.percent() < target
        return any(self.faults.values()) or self.finished() != self.planned or is_low


def show(results):
    """Prints a table with a row for each result, and the notes below it."""
    head = ["pairing", "games", "finished", *FAULTS, "wins", "draws", "losses", "score"]
    rows = [head]
    for result in results:
        numbers = [result.planned, result.finished(), *(result.faults[kind] for kind in FAULTS)]
        numbers += [result.wins, result.draws, result.losses]
        rows.append([result.name, *map(str, numbers), f"{result.percent():.1f} %"])
    widths = [max(len(row[column]) for row in rows) for column in range(len(head))]
    for row in rows:
        numbers = [cell.rjust(width) for cell, width in zip(row[1:], widths[1:])]
        print("  ".join([row[0].ljust(widths[0]), *numbers]).rstrip())
    for result in results:
        for note in result.notes:
            print(f"{result.name}: {note}")

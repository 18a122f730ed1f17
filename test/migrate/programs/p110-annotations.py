"""Types of torch.cuda in annotations, with and without quotes."""
from __future__ import annotations

from typing import Dict, Optional, Union

import torch


class Queue:
    lanes: Dict[str, torch.cuda.Stream]
    last: Optional["torch.cuda.Event"] = None

    def __init__(self, lane: torch.cuda.Stream | None = None) -> None:
        self.lanes = {} if lane is None else {"main": lane}

    def mark(self) -> Union[torch.cuda.Event, None]:
        if not torch.cuda.is_available():
            return None
        self.last = torch.cuda.Event(enable_timing=True)
        self.last.record(self.lanes.get("main", torch.cuda.current_stream()))
        return self.last


def scaler(enabled: bool) -> torch.cuda.amp.GradScaler:
    return torch.cuda.amp.GradScaler(enabled=enabled)


if __name__ == "__main__":
    queue = Queue(torch.cuda.Stream() if torch.cuda.is_available() else None)
    mark = queue.mark()
    print(mark is None or mark.query(), len(queue.lanes) == int(torch.cuda.is_available()))
    print(scaler(False).is_enabled(), Queue.__init__.__annotations__["lane"].count("Stream"))

"""Types of torch.cuda in annotations, with and without quotes."""
from __future__ import annotations

from typing import Dict, Optional, Union

import torch


class Queue:
    lanes: Dict[str, torch.Stream]
    last: Optional["torch.cuda.Event"] = None

    def __init__(self, lane: torch.Stream | None = None) -> None:
        self.lanes = {} if lane is None else {"main": lane}

    def mark(self) -> Union[torch.Event, None]:
        if not torch.accelerator.is_available():
            return None
        self.last = torch.Event(enable_timing=True)
        self.last.record(self.lanes.get("main", torch.accelerator.current_stream()))
        return self.last


def scaler(enabled: bool) -> torch.amp.GradScaler:
    return torch.amp.GradScaler("cuda", enabled=enabled)


if __name__ == "__main__":
    queue = Queue(torch.Stream() if torch.accelerator.is_available() else None)
    mark = queue.mark()
    print(mark is None or mark.query(), len(queue.lanes) == int(torch.accelerator.is_available()))
    print(scaler(False).is_enabled(), Queue.__init__.__annotations__["lane"].count("Stream"))

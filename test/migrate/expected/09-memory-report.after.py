"""Memory counters: silent zeros on a CPU-only build today, errors in the accelerator form."""
import torch


def gauge():
    return {
        "now": torch.accelerator.memory_allocated() if torch.accelerator.is_available() else 0,
        "top": torch.accelerator.max_memory_allocated() if torch.accelerator.is_available() else 0,
        "held": torch.accelerator.memory_reserved() if torch.accelerator.is_available() else 0,
        "old_name": torch.accelerator.max_memory_reserved() if torch.accelerator.is_available() else 0,
        "churn": (torch.accelerator.memory_stats() if torch.accelerator.is_available() else {}).get("num_alloc_retries", 0),
    }


def fresh_start():
    if torch.accelerator.is_available():
        torch.accelerator.empty_cache()
    if torch.accelerator.is_available():
        torch.accelerator.reset_peak_memory_stats()
        torch.accelerator.reset_peak_memory_stats()


def room_left(slot):
    if not torch.cuda.is_available():
        return 0
    free, total = torch.cuda.mem_get_info(slot)
    used = torch.accelerator.memory_allocated(slot)
    return min(free, total - used)


def long_story():
    return torch.cuda.memory_summary() if torch.cuda.is_available() else "nothing to tell"


if __name__ == "__main__":
    fresh_start()
    print(sum(gauge().values()) >= 0, room_left(0) >= 0, len(long_story()) > 0)

"""Comments at the end of lines, between lines, and with code in them."""
import torch  # the framework
import torch.cuda  # for torch.cuda.empty_cache()

device = torch.accelerator.current_accelerator(check_available=True) or torch.device("cpu")  # TODO: "cuda:1"?


def clean():
    # first the cache: torch.cuda.empty_cache()
    if torch.accelerator.is_available():
        torch.accelerator.empty_cache()  # noqa: E501
    # then wait
    if torch.accelerator.is_available():  # pragma: no cover
        # nothing else is running
        torch.accelerator.synchronize()  # type: ignore[no-untyped-call]
    # done
    return torch.accelerator.memory_allocated() if torch.accelerator.is_available() else 0  # bytes, torch.cuda counts them


def switch(on):
    if on:  # a comment on the head
        if torch.accelerator.is_available():
            torch.accelerator.empty_cache()
        # a comment at the end of the block
    else:
        pass  # torch.cuda.empty_cache()
    return on


if __name__ == "__main__":
    print(clean(), switch(True), switch(False), torch.ones(2, device=device).sum().item())

"""Comments at the end of lines, between lines, and with code in them."""
import torch  # the framework
import torch.cuda  # for torch.cuda.empty_cache()

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")  # TODO: "cuda:1"?


def clean():
    # first the cache: torch.cuda.empty_cache()
    torch.cuda.empty_cache()  # noqa: E501
    # then wait
    if torch.cuda.is_available():  # pragma: no cover
        # nothing else is running
        torch.cuda.synchronize()  # type: ignore[no-untyped-call]
    # done
    return torch.cuda.memory_allocated()  # bytes, torch.cuda counts them


def switch(on):
    if on:  # a comment on the head
        torch.cuda.empty_cache()
        # a comment at the end of the block
    else:
        pass  # torch.cuda.empty_cache()
    return on


if __name__ == "__main__":
    print(clean(), switch(True), switch(False), torch.ones(2, device=device).sum().item())

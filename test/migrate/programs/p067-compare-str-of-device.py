"""str(device), repr, a device against a string, sets and dictionaries of devices."""
import torch

device = torch.device("cuda:0" if torch.cuda.is_available() else "cpu")
plain = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def kind(where):
    if str(where) == "cpu":
        return "host"
    if "cuda" in str(where):
        return "card"
    return "other"


def same(left, right):
    return str(left).split(":")[0] == str(right).split(":")[0]


if __name__ == "__main__":
    print(kind(device), kind(plain), same(device, plain), repr(plain).count("type="))
    counts = {str(device): 1}
    counts[str(torch.ones(1, device=device).device)] = 2
    print(len(counts), torch.ones(1, device=plain).device == device)
    print(str(plain) == "cuda", str(device).startswith("cuda"), f"{plain}" == plain.type)

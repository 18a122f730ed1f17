import torch


def main():
    x = torch.ones(3)
    x.to("cuda")
    return x.numpy()


main()

import torch
from torch import nn


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.emb = nn.Embedding(20, 4)

    def forward(self, input_ids, attention_mask):
        return (self.emb(input_ids) * attention_mask[..., None]).sum(1)  # RAISES-AT


def encode(model, batch, device):
    for k, v in batch.items():
        v.to(device)  # BUG: to-discarded
    with torch.inference_mode():
        return model(**batch)


if __name__ == "__main__":
    device = torch.device("cuda")
    model = Encoder().to(device)
    encode(model, {"input_ids": torch.randint(0, 20, (2, 5)), "attention_mask": torch.ones(2, 5)}, device)

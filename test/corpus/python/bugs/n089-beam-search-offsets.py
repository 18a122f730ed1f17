import torch


class BeamSearch:
    def __init__(self, beam, vocab):
        self.beam, self.vocab = beam, vocab

    def step(self, scores, logp):
        batch = logp.size(0) // self.beam
        total = (scores[:, None] + logp).view(batch, -1)
        top, idx = total.topk(self.beam, dim=-1)
        offsets = torch.arange(batch) * self.beam  # BUG: cpu-tensor-created
        beams = torch.div(idx, self.vocab, rounding_mode="floor") + offsets[:, None]  # RAISES-AT
        return top.view(-1), beams.view(-1), (idx % self.vocab).view(-1)


def decode(model, device, steps=2):
    search = BeamSearch(2, 5)
    scores = torch.zeros(4, device=device)
    state = torch.randn(4, 3, device=device)
    for _ in range(steps):
        scores, beams, tokens = search.step(scores, model(state).log_softmax(-1))
        state = state[beams]
    return tokens


if __name__ == "__main__":
    dev = torch.device("cuda")
    decode(torch.nn.Linear(3, 5).to(dev), dev)

import random
from collections import deque, namedtuple
import torch
from torch import nn

Step = namedtuple("Step", "obs action reward next_obs done")


class Agent:
    def __init__(self, device):
        self.device = device
        self.q = nn.Linear(4, 2).to(device)
        self.target = nn.Linear(4, 2).to(device)
        self.memory = deque(maxlen=100)

    def remember(self, *step):
        self.memory.append(Step(*step))

    def learn(self, k=2):
        batch = Step(*zip(*random.sample(self.memory, k)))
        obs = torch.stack(batch.obs).to(self.device)
        nxt = torch.stack(batch.next_obs).to(self.device)
        action = torch.tensor(batch.action, device=self.device).unsqueeze(1)
        reward = torch.tensor(batch.reward, device=self.device)
        q = self.q(obs).gather(1, action).squeeze(1)
        with torch.no_grad():
            goal = reward + 0.9 * self.target(nxt).max(1)[0]
        return nn.functional.smooth_l1_loss(q, goal)


if __name__ == "__main__":
    agent = Agent(torch.device("cuda"))
    for _ in range(4):
        agent.remember(torch.randn(4), 1, 0.5, torch.randn(4), False)
    agent.learn().backward()

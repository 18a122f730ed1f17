"""Indented by tabs."""
import torch

class Loop:
	def __init__(self):
		self.device = torch.device("cuda" if torch.cuda.is_available() else "cpu")

	def run(self, count):
		for step in range(count):
			torch.cuda.empty_cache()
			if step % 2:
				torch.cuda.empty_cache()	# a tab before the comment
		if torch.cuda.is_available():
			torch.cuda.synchronize()
		return torch.ones(count, device=self.device).sum().item()

def held():
	return torch.cuda.memory_allocated()

if __name__ == "__main__":
	print(Loop().run(3), held())

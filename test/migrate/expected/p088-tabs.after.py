"""Indented by tabs."""
import torch

class Loop:
	def __init__(self):
		self.device = torch.accelerator.current_accelerator(check_available=True) or torch.device("cpu")

	def run(self, count):
		for step in range(count):
			if torch.accelerator.is_available():
				torch.accelerator.empty_cache()
			if step % 2:
				if torch.accelerator.is_available():
					torch.accelerator.empty_cache()	# a tab before the comment
		if torch.accelerator.is_available():
			torch.accelerator.synchronize()
		return torch.ones(count, device=self.device).sum().item()

def held():
	return (torch.accelerator.memory_allocated() if torch.accelerator.is_available() else 0)

if __name__ == "__main__":
	print(Loop().run(3), held())

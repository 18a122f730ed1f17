import torch
from transformers import AutoModelForCausalLM, AutoTokenizer


class Chat:
    def __init__(self, name, device=None):
        self.device = device or ("cuda" if torch.cuda.is_available() else "cpu")
        self.tok = AutoTokenizer.from_pretrained(name)
        self.model = AutoModelForCausalLM.from_pretrained(name).to(self.device)

    def reply(self, prompt):
        ids = self.tok(prompt, return_tensors="pt").input_ids.to(self.device)
        out = self.model.generate(ids, max_new_tokens=8)
        return self.tok.decode(out[0])


if __name__ == "__main__":
    Chat("gpt2").reply("hello")

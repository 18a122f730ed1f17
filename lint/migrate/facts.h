// What is known about the host at each instruction: the tests for a device that lead there.
#pragma once

#include "lint/migrate/view.h"

#include <map>
#include <span>
#include <vector>

namespace offside::migrate {

// A test whose truth says something about the host.
struct Atom {
  enum Kind : uint8_t {
    Available,  // `torch.cuda.is_available()`, also through a variable that holds the function
    Count,      // `torch.cuda.device_count()` compared with a number
    DeviceType, // `device.type == "cuda"`, `device == "cuda"`, `"cuda" in str(device)`: only the
                // first says that there is one, the others compare texts
    NotCpu,     // `device.type != "cpu"`
    IsCuda,     // `x.is_cuda`
    NotNone,    // `torch.accelerator.current_accelerator() is not None`
  };
  Kind kind;
  Place place;              // the call, comparison or attribute
  std::string_view backend; // "cuda", "accelerator", "mps", "xpu", ...; "text" of a mere comparison
};

struct Known {
  uint32_t atom;
  bool truth;
  bool operator==(const Known &) const = default;
};

class Facts {
public:
  explicit Facts(const View &view);

  std::vector<Atom> atoms;
  std::string_view own = "cuda"; // the backend whose tests count as tests for an accelerator
  // The tests whose outcome is known when an instruction runs.
  std::span<const Known> at(Place p) const { return sets[known[p.function][p.reg]]; }
  // Whether an accelerator is there for sure.
  bool available(Place p) const;
  // What follows from a value being true, or false.
  std::vector<Known> implied(Place value, bool truth, int depth = 0) const;
  // The atom that a value is the truth of, no more and no less, directly or through variables;
  // kNone for none.
  uint32_t exactly(Place value, int depth = 0) const;
  uint32_t atom_at(Place p) const; // kNone for none
  bool is_accelerator(uint32_t atom) const {
    return atoms[atom].backend == own || atoms[atom].backend == "accelerator";
  }
  // Whether a block [first, last) always leaves the one around it.
  bool leaves(uint32_t function, Reg first, Reg last) const;

private:
  const View &view;
  std::vector<std::vector<uint32_t>> known; // per function and instruction: index into sets
  std::vector<std::vector<Known>> sets{{}};
  std::vector<std::pair<Place, uint32_t>> by_place; // sorted

  std::map<std::pair<uint32_t, uint32_t>, Place>
      passed; // function, slot -> the only argument given

  void find_atoms();
  void find_passed();
  uint32_t intern(std::vector<Known> set);
  void walk(uint32_t f, Reg begin, Reg end, std::vector<Known> &here, int depth);
  Place defined(Place load) const;
  std::vector<Known> before(uint32_t function) const;
  std::vector<Known> asked(Place decorator) const;
};

} // namespace offside::migrate

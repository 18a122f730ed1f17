// Makes model entries for every Python name of an aten operator from its overloads, and rules for
// those not measured.
#pragma once

#include "lint/model/aten_schema.h"
#include "lint/model/draft.h"

#include <string>
#include <vector>

namespace offside::model {

// One row of aten_devices.tsv.
struct Overload {
  std::string class_new, class_old;
  char rank = '-', grad = '-';
  Schema schema;
  std::string place;
  // An overload that writes into arguments besides self is the out= form.
  bool is_out() const {
    for (auto &p : schema.params)
      if (p.written && p.keyword_only)
        return true;
    return false;
  }
  int positional() const {
    int count = 0;
    for (auto &p : schema.params)
      count += !p.keyword_only;
    return count;
  }
  int tensors() const {
    int count = 0;
    for (auto &p : schema.params)
      count += p.is_tensor() && !(p.written && p.keyword_only);
    return count;
  }
};

struct Operator {
  std::string base, flags;
  std::vector<Overload> overloads;
};

// Adds to `model` an entry for each name of each operator that it does not describe yet, and
// completes its rules: a rule by class where none was measured, keywords for positions.
void add_operator_entries(const std::vector<Operator> &operators, DraftModel &model);

} // namespace offside::model

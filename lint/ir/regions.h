// Which operations open and close regions.
#pragma once

#include "lint/ir/ir.h"

namespace offside::ir {

// What follows is inside until the matching closer. Else, Except, TryElse and Finally close one arm
// and open the next.
constexpr bool opens_region(Op op) {
  switch (op) {
  case Op::If:
  case Op::Else:
  case Op::Loop:
  case Op::LoopElse:
  case Op::Try:
  case Op::Except:
  case Op::TryElse:
  case Op::Finally:
  case Op::EnterContext:
    return true;
  default:
    return false;
  }
}

constexpr bool closes_region(Op op) {
  switch (op) {
  case Op::Else:
  case Op::EndIf:
  case Op::EndLoop:
  case Op::EndLoopElse:
  case Op::Except:
  case Op::TryElse:
  case Op::Finally:
  case Op::EndTry:
  case Op::ExitContext:
    return true;
  default:
    return false;
  }
}

} // namespace offside::ir

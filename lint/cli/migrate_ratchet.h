// `offside migrate --check` and `--record`: what is left against what is recorded.
#pragma once

#include "lint/cli/options.h"
#include "lint/cli/run_inputs.h"
#include "lint/report/migration_report.h"

namespace offside::cli {

// Prints, and for --record writes the ratchet file. Returns the exit code.
int run_ratchet(const MigrateOptions &options, const report::Migration &migration,
                RunInputs &inputs);

} // namespace offside::cli

// Lowering: constants have their values.
#include "test/unit/python_lowering.h"

namespace offside::python {
namespace {

TEST(PythonLiterals, Integers) {
  EXPECT_EQ(lowered("r = 0x_FF, 0b1_01, 0o17, 1_000, 0"),
            R"(
%0 = int 255
%1 = int 5
%2 = int 15
%3 = int 1000
%4 = int 0
%5 = build_tuple (%0, %1, %2, %3, %4)
%6 = store_global r, %5
)");
}

TEST(PythonLiterals, BigInteger) {
  EXPECT_EQ(lowered("r = 99999999999999999999"),
            R"(
%0 = int big
%1 = store_global r, %0
)");
}

TEST(PythonLiterals, LargestInteger) {
  EXPECT_EQ(lowered("r = 9223372036854775807, 9223372036854775808"),
            R"(
%0 = int 9223372036854775807
%1 = int big
%2 = build_tuple (%0, %1)
%3 = store_global r, %2
)");
}

TEST(PythonLiterals, Floats) {
  EXPECT_EQ(lowered("r = 1.5, 1e3, .5, 5., 1_0.0_1"),
            R"(
%0 = float 1.5
%1 = float 1000
%2 = float 0.5
%3 = float 5
%4 = float 10.01
%5 = build_tuple (%0, %1, %2, %3, %4)
%6 = store_global r, %5
)");
}

TEST(PythonLiterals, ImaginaryIsOpaque) {
  EXPECT_EQ(lowered("r = 2j"),
            R"(
%0 = opaque ()
%1 = store_global r, %0
)");
}

TEST(PythonLiterals, Singletons) {
  EXPECT_EQ(lowered("r = None, True, False, ..."),
            R"(
%0 = none
%1 = true
%2 = false
%3 = ellipsis
%4 = build_tuple (%0, %1, %2, %3)
%5 = store_global r, %4
)");
}

TEST(PythonLiterals, StringEscapes) {
  EXPECT_EQ(lowered(R"(r = "a\tb\x41\u00e9\101\q\"", 'it\'s' )"),
            R"(
%0 = str "a\x09bAéA\\q\""
%1 = str "it's"
%2 = build_tuple (%0, %1)
%3 = store_global r, %2
)");
}

TEST(PythonLiterals, RawString) {
  EXPECT_EQ(lowered(R"(r = r"\d\n")"),
            R"(
%0 = str "\\d\\n"
%1 = store_global r, %0
)");
}

TEST(PythonLiterals, Bytes) {
  EXPECT_EQ(lowered(R"(r = b"\x41\u0041")"),
            R"(
%0 = str bytes "A\\u0041"
%1 = store_global r, %0
)");
}

TEST(PythonLiterals, ImplicitConcatenation) {
  EXPECT_EQ(lowered(R"(r = "cu" 'da' r"\n")"),
            R"(
%0 = str "cuda\\n"
%1 = store_global r, %0
)");
}

TEST(PythonLiterals, TripleQuoted) {
  EXPECT_EQ(lowered("r = \"\"\"a\r\nb\\\nc\"\"\""),
            R"(
%0 = str "a\nbc"
%1 = store_global r, %0
)");
}

} // namespace
} // namespace offside::python

"""What the plan says to a reader: errors of the input, and the lines of a plan, in both languages."""

from __future__ import annotations

from tilesite.language import Text

AT_COLUMN = Text("{expected} at column {column}", "第 {column} 列应为{expected}")
SHORT_EXPRESSION = Text("an expression of at most {bound} characters", "至多 {bound} 个字符的表达式")
FLAT_EXPRESSION = Text("brackets at most {bound} deep", "至多 {bound} 层的括号")
A_LAMBDA = Text("the word lambda", "单词 lambda")
NAMES_ONCE = Text("parameters that differ", "互不相同的参数")
A_COLON = Text("a colon", "冒号")
A_BRACKET = Text("a closing bracket", "右括号")
AN_OPENING = Text("an opening bracket", "左括号")
A_COMMA = Text("a comma", "逗号")
AN_END = Text("the end of the expression", "表达式的结尾")
A_DIVISOR = Text("a positive integer as the divisor", "正整数除数")
A_SMALL_NUMBER = Text("an integer of at most 19 digits", "至多 19 位的整数")
AN_OPERAND = Text("an integer, a name or a bracket", "整数、名字或括号")
A_TOKEN = Text("an integer, a name, one of + - * // % ^, or a bracket", "整数、名字、+ - * // % ^ 之一，或括号")

A_MAPPING = Text("a mapping of keys to values", "由键和值组成的映射")
A_KEY = Text("a key that exists: one of {names}", "已有的键，下列之一：{names}")
A_KEY_NEAR = Text("a key that exists (did you mean {near}?)", "已有的键（是否想写 {near}？）")
A_VALUE = Text("a value, since this key has no default", "一个值（该键没有默认值）")
AN_INTEGER = Text("a whole number from {low} to {high}", "{low} 到 {high} 的整数")
TRUE_FALSE = Text("true or false", "true 或 false")
INTEGERS = Text("a list of whole numbers from {low} to {high}", "整数列表，每个在 {low} 到 {high} 之间")
EXPRESSIONS = Text(
    "a list of whole numbers from {low} to {high}, or expressions as text",
    "列表，每项是 {low} 到 {high} 的整数或写成文字的表达式",
)
A_SIZE = Text(
    "a whole number from {low} to {high}, or an expression as text", "{low} 到 {high} 的整数，或写成文字的表达式"
)
AN_ARCH = Text("an architecture, sm_ and its number", "架构名：sm_ 加编号")
SAME_LENGTH = Text("{count} entries, as many as {other} has", "{count} 项，与 {other} 的项数相同")
SOME_ENTRIES = Text("1 to {high} entries", "1 到 {high} 项")
PARAMETERS = Text(
    "a function of {count} parameters, one per axis of shared_shape", "{count} 个参数的函数，shared_shape 的每一维一个"
)
DECLARED = Text(
    "variables that are declared: {names}, or a symbol of global_shape or global_strides",
    "已声明的变量：{names}，或 global_shape、global_strides 中的符号",
)
SMALL_TILE = Text("a tile of at most {bound} elements", "至多 {bound} 个元素的 tile")
FEW_TERMS = Text("an expression of at most {bound} terms when multiplied out", "展开后至多 {bound} 项的表达式")
ONLY_AXES = Text("only the parameters of the function: {names}", "只用函数的参数：{names}")

"""What each finding about a copy means, by its id; the rules of its descriptor stand in ``tilesite.tma.rule_rows``."""

from __future__ import annotations

from tilesite.findings import FAIL, INFO, WARN
from tilesite.language import Text
from tilesite.tile.rule_texts import RuleText

RULE_TEXTS: dict[str, RuleText] = {
    "COPY_ERROR": RuleText(
        (FAIL,),
        Text(
            "TileLang refuses the copy, so that the kernel does not compile; the message has the stage and the reason.",
            "TileLang 拒绝这次 copy，kernel 无法编译；说明中给出阶段与原因。",
        ),
    ),
    "COPY_FALLBACK": RuleText(
        (WARN, INFO),
        Text(
            "The copy is no bulk copy but made by ordinary loads and stores, or by cp.async. The compiler says "
            "nothing about it. A remark where the author chose that.",
            "这次 copy 不是 bulk copy，而由普通的读写或 cp.async 完成。编译器对此不作声。"
            "若是作者自己的选择，则只是说明。",
        ),
    ),
    "COPY_NOT_MODELLED": RuleText(
        (WARN,),
        Text(
            "What the compiler does with this copy was not found out, so nothing is claimed.",
            "编译器如何处理这次 copy 尚未弄清，因此不作断言。",
        ),
    ),
    "RUN_NOT_16": RuleText(
        (WARN,),
        Text(
            "A bulk copy without a descriptor begins at an address that is no multiple of 16 bytes; it faults there.",
            "不用描述符的 bulk copy 从不是 16 字节倍数的地址开始，会在此出错。",
        ),
    ),
    "FP4_NOT_UNPACKED": RuleText(
        (WARN,),
        Text(
            "FP4 values arrive in a tile for unpacked ones without being unpacked.",
            "FP4 到达存放未打包值的 tile 时并未解包。",
        ),
    ),
    "TILE_INFEASIBLE": RuleText(
        (WARN,),
        Text(
            "The tile checker refuses the tile of this GEMM; its copies are planned all the same.",
            "tile 体检不通过该 GEMM 的 tile；各次拷贝仍照样规划。",
        ),
    ),
}

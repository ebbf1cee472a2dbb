"""The words in the figures of copies, in both languages."""

from __future__ import annotations

from tilesite.language import Text

INSTRUCTIONS = Text("Instructions over the tile", "覆盖 tile 的指令")
CAPTION = Text(
    "{count} instructions cut the tile of {tile} into boxes of {box}.",
    "{count} 条指令把 {tile} 的 tile 切成 {box} 的 box。",
)
CAPTION_ONE = Text("1 instruction moves the tile of {tile} whole.", "1 条指令搬完整个 {tile} 的 tile。")
CAPTION_EACH = Text("{count} instructions, each of {box}.", "{count} 条指令，每条 {box}。")
CAPTION_ONE_OF = Text("1 instruction of {box}.", "1 条指令：{box}。")
PIXEL_BOX = Text("{channels} channels × {pixels} pixels", "{channels} 个通道 × {pixels} 个像素")
CAPTION_OF = Text("{name}: {caption}", "{name}：{caption}")
NUMBERS = Text("numbered as issued", "数字为发射次序")
ACROSS = Text("across dim 0", "横向 dim 0")
SIDES = Text("across dim 0, down dim {dims}", "横向 dim 0，纵向 dim {dims}")
DIM_NAMES = Text(", ", "、")
UNLISTED = Text("hatched: {count} more, not listed", "斜线：另有 {count} 条未列出")
PICK = Text("Instruction and its shared offset", "指令及其 shared memory 偏移")
TOLD = Text("{number}: {told}", "{number}：{told}")
SAY_ORDER = Text("In issue order: {told}.", "按发射次序：{told}。")
SAY_ORDER_REST = Text("In issue order: {told}; and {count} more.", "按发射次序：{told}；另有 {count} 条。")
OFFSETS = Text("offsets in elements, block 0", "偏移以元素计，第 0 个 block")
OFFSETS_BYTES = Text("offsets in bytes, block 0", "偏移以字节计，第 0 个 block")

ONE = Text(
    "One instruction moves the whole tile: a box of {box}, {told}.",
    "一条指令搬完整个 tile：box 为 {box}，{told}。",
)
ORDINARY = {
    "normal": Text("No bulk copy: threads copy the elements one by one.", "不是 bulk copy：由各线程逐个搬运元素。"),
    "cp_async": Text(
        "No bulk copy: threads copy the elements with cp.async.", "不是 bulk copy：由各线程用 cp.async 搬运元素。"
    ),
    "error": Text("There is nothing to draw: the kernel does not compile.", "无图可画：kernel 编译不通过。"),
    "not modelled": Text("There is nothing to draw: this case is not modelled.", "无图可画：此情形未建模。"),
}
WHY = Text("{said} Why: {note}.", "{said}原因：{note}。")
WHY_SENTENCE = Text("{said} Why: {note}", "{said}原因：{note}")
SYMBOLIC = Text(
    "The tensor is {dims}, known at launch only; the box is {box}.",
    "tensor 为 {dims}，启动时才知道大小；box 为 {box}。",
)

RUN = Text("One run of bytes", "一段连续字节")
RUN_CAPTION = Text(
    "One bulk copy without a descriptor: {size} bytes in a row.", "一条不用描述符的 bulk copy：连续 {size} 字节。"
)
GLOBAL = Text("Global memory", "全局内存")
SHARED = Text("Shared memory, the tile", "shared memory 中的 tile")
RUN_OF = Text("{size} of {whole} B", "{size} / {whole} B")
RUN_SIZE = Text("{size} B", "{size} B")
BEGINS = Text("begins at byte {start}", "起于第 {start} 字节")
SAY_RUN = Text(
    "{size} bytes, from byte {start} of global memory to byte {at} of the tile.",
    "{size} 字节，从全局内存第 {start} 字节搬到 tile 的第 {at} 字节。",
)
SAY_RUN_STORE = Text(
    "{size} bytes, from byte {at} of the tile to byte {start} of global memory.",
    "{size} 字节，从 tile 的第 {at} 字节搬到全局内存第 {start} 字节。",
)
SAY_WHOLE = Text("The tensor has {whole} bytes.", "tensor 共 {whole} 字节。")
SAY_TILE = Text("The tile has {whole} bytes.", "tile 共 {whole} 字节。")

PIXELS = Text("Pixel box over the image", "图像上的像素 box")
PIXELS_CAPTION = Text(
    "Pixel box: {pixels} pixels a column, {channels} channels each.",
    "像素 box：一列 {pixels} 个像素，每个像素 {channels} 个通道。",
)
WIDTH = Text("W → {extent}", "W → {extent}")
HEIGHT = Text("H ↓ {extent}", "H ↓ {extent}")
CORNERS = Text("dashed: {across} × {down} base pixels", "虚线：{across} × {down} 个基准像素")
PIXEL_ROW = Text("A pixel in shared memory", "一个像素（shared memory）")
COLUMN = Text("filled: the first {pixels} pixels", "实心：最前 {pixels} 个像素")
STEP = Text("steps along W, H: {steps}", "沿 W、H 的步长：{steps}")
NEXT = Text("it goes on in the next image", "余下的在下一幅图像中")
NEXT_SLICE = Text("it goes on in the next slice or image", "余下的在下一层或下一幅图像中")
LOWER = Text("lower corner {corner}", "下角 {corner}")
UPPER = Text("upper corner {corner}", "上角 {corner}")
NO_PIXELS = Text("no base pixel between the corners", "两角之间没有基准像素")
SAY_IMAGE = Text(
    "Each image is {width} wide and {height} high, of {channels} channels and {bits} bits each; there are {images}.",
    "每幅图像宽 {width}、高 {height}，{channels} 个通道，每个 {bits} 位；共 {images} 幅。",
)
SAY_BASE = Text(
    "Base pixels go from {left} to {right} along W and from {top} to {bottom} along H.",
    "基准像素沿 W 从 {left} 到 {right}，沿 H 从 {top} 到 {bottom}。",
)
SAY_NO_BASE = Text("The corners leave no base pixel.", "两角之间没有基准像素。")
SAY_OUTSIDE = Text("What lies outside the image reads {fill}.", "图像以外的部分读出 {fill}。")
SAY_COLUMN = Text(
    "One instruction takes {pixels} pixels, {channels} channels of each.",
    "一条指令取 {pixels} 个像素，每个像素取 {channels} 个通道。",
)
SAY_PIXEL = Text("A pixel takes {size} bytes in shared memory.", "一个像素在 shared memory 中占 {size} 字节。")
SAY_STEPS = Text("Steps along W and H: {steps}.", "沿 W、H 的步长：{steps}。")

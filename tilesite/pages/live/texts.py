"""Every word of the live blocks and of the explorer, in both languages."""

from __future__ import annotations

from tilesite.language import Text

ELEMENT_TEXTS = {
    "edit": Text("Edit and run", "修改并运行"),
    "panel": Text("Your own config", "自己的配置"),
    "config": Text("Your config, one key: value per line", "自己的配置，每行一个 key: value"),
    "keys": Text("Ctrl+Enter runs it.", "按 Ctrl+Enter 运行。"),
    "run": Text("Run", "运行"),
    "stop": Text("Stop", "停止"),
    "reset": Text("Back to the page's config", "恢复页面上的配置"),
    "link": Text("Copy a link to this config", "复制此配置的链接"),
    "command": Text("Copy the command", "复制命令"),
    "copied": Text("Copied.", "已复制。"),
    "not_copied": Text("Copy it from here:", "请从这里复制："),
    "close": Text("Close", "关闭"),
    "answer": Text("Answer to your config", "对此配置的答复"),
    "line": Text("Go to line {line}", "跳到第 {line} 行"),
    "stale": Text("The config has changed since this answer.", "配置已改动，以下仍是之前的答复。"),
    "first_run": Text(
        "The first run loads the checker, {size} MB from this site; nothing you type is sent anywhere.",
        "首次运行会从本站加载检查程序（{size} MB）；输入的内容不会发往任何地方。",
    ),
    "loading": Text("Loading the checker: {percent}%", "正在加载检查程序：{percent}%"),
    "waiting": Text("Waiting for another run to end.", "正在等待另一次运行结束。"),
    "running": Text("Running.", "正在运行。"),
    "stopped": Text("Stopped.", "已停止。"),
    "failed": Text(
        "The checker could not be run ({reason}). What the page shows still holds.",
        "检查程序未能运行（{reason}）。页面上原有的内容不受影响。",
    ),
    "offline": Text(
        "The checker could not be loaded: this device seems to be offline. What the page shows still holds, and your "
        "config is kept; run it again once there is a connection.",
        "检查程序未能加载：设备似乎处于离线状态。页面上原有的内容不受影响，所填配置仍在；联网后再运行即可。",
    ),
    "from_link": Text(
        "This config came with the link you followed. It is not the page's own; run it to see the answer.",
        "此配置来自所打开的链接，并非页面本身的配置；运行后可见答复。",
    ),
    "bad_link": Text(
        "The link holds no config that can be read ({reason}). This is the page's own config.",
        "链接中没有可读的配置（{reason}），以下是页面本身的配置。",
    ),
    "no_such_block": Text(
        "The link is to a block that this page does not have: {name}.", "链接所指的块不在此页中：{name}。"
    ),
    "link_encoding": Text("it is not encoded as a link is", "其编码不符合链接的格式"),
    "link_length": Text("it is longer than {bound} characters", "长度超过 {bound} 个字符"),
    "link_empty": Text("it has no config", "没有配置"),
    "link_repeated": Text("it names {key} twice", "{key} 出现了两次"),
    "link_keys": Text("keys that the explorer does not have: {keys}", "探索器没有的键：{keys}"),
    "explore": Text("Explore", "开始探索"),
    "explore_label": Text("Explorer of tile sizes", "tile 尺寸探索器"),
    "problem": Text("Device, instruction and problem", "设备、指令与问题"),
    "ranges": Text("Ranges: values separated by commas", "范围：以逗号分隔的取值"),
    "more": Text("More", "更多"),
    "usual": Text("usual", "默认"),
    "link_explorer": Text("Copy a link to this space", "复制此空间的链接"),
    "reset_explorer": Text("Back to the usual values", "恢复默认值"),
    "feasible": Text("Feasible ({count})", "可行（{count}）"),
    "rejected": Text("Rejected ({count})", "被拒（{count}）"),
    "which": Text("Candidates to list", "列出哪些候选"),
    "any": Text("any", "不限"),
    "filter": Text("Show only", "筛选"),
    "shown": Text("{count} of {total} rows, in the order of {column}", "{total} 行中的 {count} 行；排序：{column}"),
    "more_rows": Text("Show all {count} rows", "显示全部 {count} 行"),
    "no_rows": Text("No candidate is left. Widen the filters above.", "没有符合条件的候选，请放宽上面的筛选。"),
    "order": Text("the sweep", "扫描顺序"),
    "up": Text("ascending", "升序"),
    "down": Text("descending", "降序"),
    "scroll": Text("Candidates, a table that scrolls", "候选表，可滚动"),
}
"""What the page's scripts say, by the name that they call it by."""

PASSES = Text("Done: nothing stops this config.", "完成：没有约束卡住此配置。")
FAILS = Text("Done: stopped by {rules}.", "完成：被 {rules} 卡住。")
UNREADABLE = Text("Done: the config cannot be checked, problems: {count}.", "完成：配置无法检查，问题 {count} 个。")
EXPLORED = Text(
    "Done: {feasible} of {candidates} candidates are feasible; first stopped by C1: {c1}, C2: {c2}, C3: {c3}, "
    "C4: {c4}. Ties at the least traffic: {ties}. Best last-wave fill: {fill}.",
    "完成：{candidates} 个候选中 {feasible} 个可行；最先被 C1 卡住的 {c1} 个，C2 {c2} 个，C3 {c3} 个，C4 {c4} 个。"
    "最小流量并列：{ties}。最后一波的最高填充率：{fill}。",
)
UNKNOWN = Text("unknown", "未知")

TRAFFIC = Text("traffic, MB", "流量（MB）")
SHARED = Text("shared, KB", "shared（KB）")
REGISTERS = Text("registers per thread", "寄存器/线程")
RESIDENT = Text("blocks per SM", "block/SM")
WAVES = Text("waves", "波数")
FILL = Text("last-wave fill", "末波填充率")
BINDING = Text("binds", "卡住驻留的是")
STOPPED_BY = Text("stopped by", "卡在")
REASON = Text("reason", "原因")
NEAREST = Text("nearest that fits", "最近的可行改动")

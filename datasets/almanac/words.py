"""The closed vocabularies of real dates, in the order of their codes."""

from typing import Final

TERMS: Final = (
    *("立春", "雨水", "驚蟄", "春分", "清明", "穀雨"),
    *("立夏", "小滿", "芒種", "夏至", "小暑", "大暑"),
    *("立秋", "處暑", "白露", "秋分", "寒露", "霜降"),
    *("立冬", "小雪", "大雪", "冬至", "小寒", "大寒"),
)
SEASONS: Final = tuple("春夏秋冬")
QUARTERS: Final = ("朔", "上弦", "望", "下弦", "晦")
EVES: Final = ("四絕", "四離")  # before the four beginnings; before the solstices and equinoxes
LODGES: Final = tuple("角亢氐房心尾箕斗牛女虛危室壁奎婁胃昴畢觜參井鬼柳星張翼軫")
DATE_KINDS: Final = {
    "term": TERMS,
    "year_season": SEASONS,
    "quarter": QUARTERS,
    "eve": EVES,
    "lodge": LODGES,
}

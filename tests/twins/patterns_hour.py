"""Twins of the patterns that need the hour: generals and stages (六壬經緯 243-251 and 303-347)."""

from collections.abc import Iterator

from tests.twins import casting
from tests.twins.patterns_chart import BRANCHES, GENERALS, STEMS, Chart

# Lines 381 to 395: the branch of each stage for the stems in order.
STAGES = {
    "長生": "亥午寅酉寅酉巳子申卯",
    "沐浴": "子巳卯申卯申午亥酉寅",
    "冠帶": "丑辰辰未辰未未戌戌丑",
    "臨官": "寅卯巳午巳午申酉亥子",
    "帝旺": "卯寅午巳午巳酉申子亥",
    "衰": "辰丑未辰未辰戌未丑戌",
    "病": "巳子申卯申卯亥午寅酉",
    "死": "午亥酉寅酉寅子巳卯申",
    "墓": "未戌戌丑戌丑丑辰辰未",
    "絕": "申酉亥子亥子寅卯巳午",
    "胎": "酉申子亥子亥卯寅午巳",
    "養": "戌未丑戌丑戌辰丑未辰",
}
STAGE_PATTERNS = """
xialing 長生 青龍  jieji 沐浴 玄武  xiongfu 冠帶 白虎  yilu 臨官 太常
chongwei 帝旺 貴人  huangyin 衰 天后  jiuhuan 病 勾陳  ansi 死 太陰
jinxi 墓 天空  juejue 絕 朱雀  yuner 胎 六合  yichan 養 螣蛇
"""
# Lines 303 to 347: for each general its pattern, and seats with the names that they give.
SEATS = {
    "貴人": "gangui 子 jiefen 丑 shengtang 寅 pingji 卯 dengche 辰 tianlao 戌 diyu 巳 shougong "
    "午 shougong 未 liexi 申 yitu 酉 rusishi 亥 dengtianmen",
    "螣蛇": "kongju 子 yanmu 丑 pangui 寅 shengjiao 酉 luchi 巳 chengwu 午 feikong 未 rulin "
    "亥 zhuishui 卯 dangmen 申 xianjian 辰 ruzhong 戌 xianglong 辰 xianglong@written "
    "戌 ruzhong@fushantang",
    "朱雀": "wenshu 子 sunyu 丑 yanmu 寅 anchao 卯 anchao 辰 touwang 戌 touwang 申 lizui "
    "午 xianfu 未 linfen 亥 rushui 酉 yezao 巳 linsi",
    "六合": "jiaohe 亥 daiming 巳 buxie 子 fanmu 酉 sicuan 寅 chengxuan 申 jiefa 卯 weili "
    "辰 wangxiu 午 shengtang 戌 rushi 卯 rushi@written 丑 nacai 未 zhuangyan "
    "辰 weili@fushantang 戌 wangxiu@fushantang",
    "勾陳": "zhengsong 丑 shouyue 子 touji 寅 zaoqiu 巳 pengyin 卯 linmen 酉 piren 辰 shengtang "
    "午 fanmu 未 ruyi 戌 xiayu 申 quhu 亥 qianchang",
    "青龍": "xiqing 未 zailu 丑 panni 戌 dengkui 辰 feitian 寅 chengyun 卯 qulei 申 shanglin "
    "酉 cuijiao 午 shaoshen 巳 yanmu 子 ruhai 亥 youjiang",
    "天空": "chaotian 子 fushi 戌 jujia 丑 shice 未 qujin 寅 fanlao 酉 chuhu 卯 zaimao 辰 ruchen "
    "巳 shouru 亥 wuci 午 shizi 申 gushe",
    "白虎": "zaisang 子 nishui 午 fenshen 卯 linmen 酉 linmen 丑 zaiye 未 zaiye 寅 dengshan "
    "戌 luojing 申 xiandie 辰 dieren",
    "太常": "yanhui 子 zaojia 寅 cemu 卯 yiguan 戌 niming 申 xianbei 丑 shoujue 巳 zhuyin "
    "未 penggu 午 chengxuan 辰 peiyin 亥 zhengzhao 酉 quanshu",
    "玄武": "taotuo 子 sanfa 丑 shengtang 寅 rulin 辰 shilu 卯 kuihu 巳 fangu 亥 fucang "
    "未 bucheng 午 jielu 酉 bajian 申 shezu 戌 zaoqiu",
    "太陰": "anmei 子 chuilian 丑 runei 戌 beicha 辰 zaoting 寅 xianzu 午 tuojin 亥 luoxing "
    "巳 fuzhen 酉 bihu 未 guanshu 卯 weixing 申 zhizheng",
    "天后": "ganfu 子 shougui 亥 zhishi 酉 yihu 卯 linmen 戌 qianwei 午 fuzhen 巳 luoti "
    "辰 huizhuang 寅 lifa 申 xiurong 丑 toukui 子 toukui@written 未 muyu",
}


def plate(c: Chart, hour: int) -> dict[str, str]:
    """The general over each earth branch."""
    noble = casting.noble(c.day % 10, casting.is_night(hour))
    riding = casting.generals(noble, c.shift)
    return {BRANCHES[earth]: GENERALS[riding[earth]] for earth in range(12)}


def of_hour(c: Chart, over: dict[str, str]) -> Iterator[str]:
    """Every id (without the book) that needs the generals and holds; `over` as from `plate`."""
    first = c.three[0]
    general = over[c.seat(first)]
    for name, stage, rider in zip(*[iter(STAGE_PATTERNS.split())] * 3, strict=True):
        if first == STAGES[stage][STEMS.index(c.stem)] and general == rider:
            yield name
    for rider, text in SEATS.items():
        pattern, *words = text.split()
        if general == rider:
            yield pattern
        for seat, name in zip(words[::2], words[1::2], strict=True):
            if general == rider and c.seat(first) == seat:
                yield f"{pattern}.{name}"
            if "@" not in name and over[seat] == rider:
                yield f"{pattern}.{name}@plate"


def cancelled(c: Chart, over: dict[str, str], entry: str, *, seat: bool) -> bool:
    """Whether the branch that the general of a named seat rides is void (貴人空勿實論)."""
    for rider, text in SEATS.items():
        if text.split()[0] == entry.partition(".")[0]:
            (earth,) = (earth for earth, general in over.items() if general == rider)
            heaven = BRANCHES[(BRANCHES.index(earth) + c.shift) % 12]
            return c.void(heaven, seat=seat)
    raise ValueError(entry)

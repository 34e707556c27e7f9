"""Twins of the patterns that a lesson decides: plain loops from the text of 六壬經緯 volume 3."""

from collections.abc import Callable, Iterator

from tests.twins.patterns_chart import (
    BRANCHES,
    EARTHS,
    Chart,
    alike,
    frames_among,
    generates,
    overcomes,
    step,
)

LISTED_DAYS = ["戊辰", "戊午", "丙辰", "辛丑", "辛未", "辛酉"]
HORSES = {"亥卯未": "巳", "寅午戌": "申", "巳酉丑": "亥", "申子辰": "寅"}  # line 407


def methods(c: Chart) -> Iterator[str]:
    """Lines 111 to 127."""
    method, detail, decided = c.cast["method"], c.cast["detail"], c.cast["decided_by"]
    below, above = c.cast["below_over_above"], c.cast["above_over_below"]
    candidates = c.cast["candidates"]
    assert isinstance(below, int)
    assert isinstance(above, int)
    assert isinstance(candidates, list)
    by_control = detail in ("賊", "克")
    own = [b for b in candidates if b % 2 == c.day % 2]
    ids = {"乾坤": "qiankun", "知一": "zhiyi", "涉害": "shehai", "遙取": "yaoqu"}
    ids |= {"昴星": "maoxing", "別擇": "bieze", "斷金": "duanjin@nocontrol"}
    if method in ids:
        yield ids[str(method)]
    if method in ("乾坤", "知一", "涉害"):
        yield f"{ids[str(method)]}.{'xiakeshang' if detail == '賊' else 'shangkexia'}"
    if by_control and decided == "獨":
        yield "qiankun@anyplate"
    if by_control and decided == "比":
        yield "zhiyi@anyplate"
    if by_control and decided not in ("獨", "比"):
        yield "shehai@anyplate"
    if below + above == 1:
        yield "qiankun@onecontrol"
    if method in ("知一", "涉害") and 0 < len(own) < len(candidates):
        yield "zhiyi@mixed"
    if method == "知一" and (below if detail == "賊" else above) in (2, 3):
        yield "zhiyi@twothree"
    if method == "涉害" and len(own) in (0, len(candidates)):
        yield "shehai@uniform"
    if method == "遙取":
        yield "yaoqu.jiangkegan" if detail == "蒿矢" else "yaoqu.gankejiang"
        if len(candidates) >= 2:
            yield "yaoqu.erjiangkegan" if detail == "蒿矢" else "yaoqu.gankeerjiang"
    if method == "昴星":
        yield "maoxing.youshang" if c.stem in "甲丙戊庚壬" else "maoxing.youxia"
    if method == "別擇" and c.stem + c.branch in LISTED_DAYS:
        yield "bieze@listed"
    if c.stem + c.branch in ("甲寅", "庚申", "丁未", "己未", "癸丑"):
        yield "duanjin"
    if all(c.seat(upper) == upper for upper in c.uppers):
        yield "fuyin"
    if all(either_way(CLASHES)(c.seat(upper), upper) for upper in c.uppers):
        yield "fanyin"


SIX_UNIONS = ("子丑", "午未", "卯戌", "酉辰", "寅亥", "巳申")  # line 407
CLASHES = ("子午", "丑未", "寅申", "卯酉", "辰戌", "巳亥")  # line 399
BREAKS = ("子酉", "午卯", "丑辰", "戌未", "亥寅", "申巳")  # line 403
HARMS = ("子未", "丑午", "寅巳", "申亥", "卯辰", "酉戌")  # line 403
PUNISHMENTS = (  # 399
    *("寅巳", "巳申", "申寅", "丑戌", "戌未", "未丑"),
    *("子卯", "卯子", "辰辰", "午午", "酉酉", "亥亥"),
)


def either_way(pairs: tuple[str, ...]) -> Callable[[str, str], bool]:
    """A relation of two branches in whichever order they are named."""
    return lambda one, other: one + other in pairs or other + one in pairs


def one_way(pairs: tuple[str, ...]) -> Callable[[str, str], bool]:
    """A relation from the first named to the second."""
    return lambda one, other: one + other in pairs


def both_ways(pairs: tuple[str, ...]) -> Callable[[str, str], bool]:
    """A relation that runs there and back."""
    return lambda one, other: one + other in pairs and other + one in pairs


unites = either_way(SIX_UNIONS)


def meetings(c: Chart) -> Iterator[str]:
    """Lines 131 to 139: 支加干 and 干加支 with what passes between them."""
    comes, goes = c.uppers[0] == c.branch, c.uppers[2] == c.lodge
    if not (comes or goes):
        return
    cases = (
        (generates(c.branch, c.stem), "guifu", "fujiu"),
        (generates(c.stem, c.branch), "tuowo", "lixu"),
        (overcomes(c.branch, c.stem), "qiwo", "quru"),
        (overcomes(c.stem, c.branch), "zhaofu", "zhuixu"),
        (alike(c.branch, c.stem), "zhuangji", "peiben"),
        (unites(c.branch, c.lodge), "guihe", "qiuhe"),
    )
    for passes, on_stem, on_branch in cases:
        for meets, name in ((comes, on_stem), (goes, on_branch)):
            if passes and meets:
                yield name
                if c.lodge != c.branch:
                    yield f"{name}@apart"
    if c.partner_lodges_in(c.branch):
        if comes:
            yield "guihe@wuhe"
        if goes:
            yield "qiuhe@wuhe"


RUNS = {  # lines 147, 151, 159, 163, 195 to 215, 351
    "lianru": "亥子丑 longqian 子丑寅 hanchun 丑寅卯 jiangtai 寅卯辰 zhenghe 卯辰巳 lijian "
    "辰巳午 shengjie 巳午未 qinyang 午未申 liming 未申酉 huichun 申酉戌 liujin "
    "酉戌亥 gegucongxin 戌亥子 yinmingjiuan 亥戌酉 huiyin 戌酉申 fanjia 酉申未 chuyu "
    "申未午 linyin 未午巳 jianxi 午巳辰 dengyong 巳辰卯 zhengji 辰卯寅 fanzhao "
    "卯寅丑 lianfang 寅丑子 youhun 丑子亥 rumu 子亥戌 chongyin",
    "jianduan": "亥丑卯 mingmeng 子寅辰 xiangsanyang 丑卯巳 chuhu 寅辰午 chusanyang "
    "卯巳未 yingyang 辰午申 dengsantian 巳未酉 bianying 午申戌 chusantian 未酉亥 renju "
    "申戌子 shesanyuan 酉亥丑 ningyin 戌子寅 rusanyuan 亥酉未 shidun 戌申午 beili "
    "酉未巳 liming 申午辰 ningyang 未巳卯 huiming 午辰寅 guzu 巳卯丑 zhuanbei "
    "辰寅子 shening 卯丑亥 duanjian 寅子戌 mingyang 丑亥酉 jiyin 子戌申 yanjian",
    "jinju": "巳酉丑 congge 酉丑巳 xianren 丑巳酉 cangjin 丑酉巳 fanshe 酉巳丑 fanshe@written "
    "巳丑酉 fagang 巳辰酉 fagang@written 酉巳丑 caohui",
    "muju": "亥卯未 quzhi 卯未亥 hezong 未亥卯 congji 亥未卯 zhuanlun 未卯亥 zhengyang "
    "未亥卯 zhengyang@written 卯亥未 xianchun",
    "shuiju": "申子辰 runxia 子辰申 chuqi 辰申子 chengdou 申辰子 jiandou 辰子申 xunshun "
    "子申辰 yangxuan",
    "huoju": "寅午戌 yanshang 午戌寅 jiankui 戌寅午 dingmu 寅戌午 huashi 戌午寅 jiuzao "
    "午寅戌 zhengyi",
}
DIRECTIONS = {
    "lianru": {1: "jinru", 11: "tuiru"},
    "jianduan": {2: "jinjianduan", 10: "tuijianduan"},
}
LISTS = {  # lines 167, 175, 183, as written
    "xuantai": ("亥寅巳 寅巳申 巳申寅 申寅亥", "亥申巳 申巳寅 巳寅亥 寅亥申", "寅申巳亥"),
    "guange": ("子卯午 卯午酉 午酉子 酉子卯", "子酉午 酉午卯 午卯子 卯子酉", "子午卯酉"),
    "jiase": ("丑辰未 辰未戌 未戌丑 戌丑辰", "丑戌未 戌未辰 未辰丑 辰丑戌", EARTHS),
}


def shapes(c: Chart) -> Iterator[str]:
    """Lines 143 to 215, without what the season names."""
    for pattern, text in RUNS.items():
        words = text.split()
        for sequence, name in zip(words[::2], words[1::2], strict=True):
            if c.three == sequence:
                yield f"{pattern}.{name}"
    for pattern, directions in DIRECTIONS.items():
        if step(c.three) in directions:
            yield pattern
            yield f"{pattern}.{directions[step(c.three) or 0]}"
    if step(c.three) in (1, 11):
        if c.void(c.three[0]):
            yield "lianru.bujinbutui"
        if c.void(c.three[2]):
            yield "lianru.jinrufantui" if step(c.three) == 1 else "lianru.tuirufanjin"
    for pattern, (forward, backward, members) in LISTS.items():
        yield from _class(c, pattern, forward, backward, members)
    for pattern, triad in (
        ("jinju", "巳酉丑"),
        ("muju", "亥卯未"),
        ("shuiju", "申子辰"),
        ("huoju", "寅午戌"),
    ):
        if sorted(c.three) == sorted(triad):
            yield pattern
            around = triad + triad
            yield f"{pattern}.{'shun' if c.three in around else 'ni'}{pattern}"


def _class(c: Chart, pattern: str, forward: str, backward: str, members: str) -> Iterator[str]:
    if all(branch in members for branch in c.three):
        yield f"{pattern}@class"
        if len(set(c.three)) == 3:
            yield f"{pattern}@distinct"
        if step(c.three) in (3, 9):
            yield pattern
            yield f"{pattern}.{'shun' if step(c.three) == 3 else 'ni'}{pattern}"
    for way, listed in (("shun", forward), ("ni", backward)):
        if c.three in listed.split():
            yield f"{pattern}@listed"
            yield f"{pattern}.{way}{pattern}@listed"


Relation = Callable[[str, str], bool]
KINDS: dict[str, tuple[Relation, str]] = {  # lines 219 to 239, with the void of lines 291 to 299
    "yinshou": (generates, "guai"),
    "shangguan": (lambda one, other: generates(other, one), "mingling"),
    "guansong": (overcomes, "shuangju"),
    "qicai": (lambda one, other: overcomes(other, one), "guanju"),
    "jiecai": (alike, "shiqun"),
}
SAMPLES = {"木": "寅", "火": "巳", "土": "辰", "金": "申", "水": "子"}


def joint_frames(c: Chart) -> Iterator[tuple[str, dict[str, str]]]:
    """三傳合局 and 三傳干支合局 in each reading: key -> the frames."""
    yield "sanchuan", frames_among(c.three)
    yield "sanchuan@frames", frames_among(c.three, earth=False)
    day = c.lodge + c.branch
    five = c.three + day
    alone = frames_among(c.three)
    default, wide = {}, {}
    for element, members in frames_among(five).items():
        if any(branch in _members(element) for branch in day):
            default[element] = members
    for element, members in frames_among(five + c.uppers[0] + c.uppers[2]).items():
        if any(branch in _members(element) for branch in day):
            wide[element] = members
    pool = frames_among(five)
    yield "sanchuanganzhi", default
    yield "sanchuanganzhi@pool", pool
    yield "sanchuanganzhi@completes", {e: m for e, m in pool.items() if e not in alone}
    yield (
        "sanchuanganzhi@all",
        {e: m for e, m in pool.items() if all(b in _members(e) for b in five)},
    )
    yield "sanchuanganzhi@uppers", wide
    yield "sanchuanganzhi@frames", {e: m for e, m in default.items() if e != "土"}


def _members(element: str) -> str:
    return {"水": "申子辰", "木": "亥卯未", "火": "寅午戌", "金": "巳酉丑", "土": EARTHS}[element]


def side_frames(
    c: Chart, own: str, lessons: str, *, earth: bool
) -> Iterator[tuple[str, dict[str, str]]]:
    """支合局 or 干合局 in each reading."""
    yield "", frames_among(own + lessons, earth=earth)
    three = frames_among(own + c.three, earth=earth)
    yield "@transmissions", {e: m for e, m in three.items() if own in _members(e)}
    chart = frames_among(c.three + c.uppers + c.lodge + c.branch, earth=earth)
    yield "@chart", {e: m for e, m in chart.items() if own in _members(e)}
    yield "@frames", frames_among(own + lessons, earth=False)


def pairs(pattern: str, clause: str, on_stem: bool, on_branch: bool) -> Iterator[str]:
    """A paired clause in its readings."""
    if on_stem and on_branch:
        yield f"{pattern}.{clause}"
    if on_stem or on_branch:
        yield f"{pattern}.{clause}@either"
    if on_stem:
        yield f"{pattern}.{clause}@stem"
    if on_branch:
        yield f"{pattern}.{clause}@branch"


def relations(c: Chart) -> Iterator[str]:
    """Lines 219 to 239, and lines 291 to 299 for what is void."""
    over_stem, over_branch = c.uppers[0], c.uppers[2]
    one, two, three = tuple(c.three)
    for name, (stands, empty) in KINDS.items():
        if stands(one, c.stem):
            yield f"{name}.chu"
            if c.void(one):
                yield f"{empty}.chu"
            if c.void(one, seat=True):
                yield f"{empty}.chu@seat"
        for key, held in joint_frames(c):
            fit = {e: m for e, m in held.items() if stands(SAMPLES[e], c.stem)}
            if fit:
                yield f"{name}.{key}"
            branches = "".join(fit.values())
            if any(c.void(branch) for branch in branches):
                yield f"{empty}.{key}"
            if "@" not in key and any(c.void(branch, seat=True) for branch in branches):
                yield f"{empty}.{key}@seat"
        yield from pairs(name, "gezi", stands(over_stem, c.stem), stands(over_branch, c.branch))
        yield from pairs(name, "jiaohu", stands(over_branch, c.stem), stands(over_stem, c.branch))
        if stands(c.branch, c.stem):
            yield f"{name}.zhi"
        for clause, own, lessons in (
            ("zhiheju", c.branch, c.uppers[2:]),
            ("ganheju", c.lodge, c.uppers[:2]),
        ):
            for reading, held in side_frames(c, own, lessons, earth=True):
                if any(stands(SAMPLES[element], c.stem) for element in held):
                    yield f"{name}.{clause}{reading}"
    chains = (
        ("yinshou", generates, (one, two, three, c.stem), (three, two, one, c.stem)),
        ("shangguan", generates, (c.stem, one, two, three), (c.stem, three, two, one)),
        ("guansong", overcomes, (one, two, three, c.stem), (three, two, one, c.stem)),
        ("qicai", overcomes, (c.stem, one, two, three), (c.stem, three, two, one)),
    )
    for name, acts, onward, backward in chains:
        for clause, chain in (("chuzhongmo", onward), ("mozhongchu", backward)):
            if all(acts(chain[i], chain[i + 1]) for i in range(3)):
                yield f"{name}.{clause}"


def contacts(c: Chart) -> Iterator[str]:
    """Lines 255 to 271."""
    clash, broken, harmed = either_way(CLASHES), either_way(BREAKS), either_way(HARMS)
    punished, mutual = one_way(PUNISHMENTS), either_way(PUNISHMENTS)
    others = tuple(pair for pair in PUNISHMENTS if pair[0] != pair[1])
    yield from _contact(c, "yaodong", "", clash, clash)
    yield from _contact(c, "posun", "", broken, broken)
    yield from _contact(c, "chouhai", "", harmed, harmed)
    yield from _contact(c, "hehe", "", unites, unites)
    yield from _contact(c, "xingshang", "", punished, mutual)
    yield from _contact(c, "xingshang", "@anyway", mutual, mutual)
    yield from _contact(c, "xingshang", "@mutual", both_ways(PUNISHMENTS), both_ways(PUNISHMENTS))
    yield from _contact(c, "xingshang", "@noself", one_way(others), either_way(others))
    yield from _contact(c, "posun", "@directed", one_way(BREAKS), either_way(BREAKS))
    yield from _contact(c, "chouhai", "@directed", one_way(HARMS), either_way(HARMS))
    if c.partner_lodges_in(c.three[0]):
        yield "hehe.chu@wuhe"
    if c.partner_lodges_in(c.branch):
        yield "hehe.ganzhi@wuhe"
    if frames_among(c.three, earth=False):
        yield "hehe.sanchuansanhe"
    for clause, own, lessons in (
        ("zhisanhe", c.branch, c.uppers[2:]),
        ("gansanhe", c.lodge, c.uppers[:2]),
    ):
        for reading, held in side_frames(c, own, lessons, earth=False):
            if held and reading != "@frames":
                yield f"hehe.{clause}{reading}"


def _contact(c: Chart, name: str, reading: str, acts: Relation, between: Relation) -> Iterator[str]:
    over_stem, over_branch = c.uppers[0], c.uppers[2]
    one, two, three = tuple(c.three)
    found = []
    if acts(one, c.lodge):
        found.append("chu")
    if between(c.lodge, c.branch):
        found.append("ganzhi")
    if between(over_stem, over_branch):
        found.append("ganzhishang")
    halves = (
        ("gezi", acts(over_stem, c.lodge), acts(over_branch, c.branch)),
        ("jiaohu", acts(over_branch, c.lodge), acts(over_stem, c.branch)),
    )
    links = (
        ("chuzhongmo", acts(one, two), acts(two, three)),
        ("mozhongchu", acts(three, two), acts(two, one)),
    )
    for clause, first, second in (*halves, *links):
        if first and second:
            found.append(clause)
    for clause in found:
        yield f"{name}.{clause}{reading}"
    if reading:
        if found:
            yield f"{name}{reading}"
        return
    for clause, on_stem, on_branch in halves:
        yield from (i for i in pairs(name, clause, on_stem, on_branch) if "@" in i)
    for clause, first, second in links:
        if first or second:
            yield f"{name}.{clause}@either"


def miscellany(c: Chart) -> Iterator[str]:
    """Lines 275 (前程) and 351 to 363."""
    for triad, horse in HORSES.items():
        if c.branch in triad and c.three[0] == horse:
            yield "qiancheng"
    for sequence, name in (("卯戌巳", "zhuolun"), ("巳戌卯", "zhuyin"), ("午卯子", "xuangai")):
        if c.three == sequence:
            yield name
    on_stem, on_branch = c.uppers[0] in "辰戌", c.uppers[2] in "辰戌"
    if on_stem or on_branch:
        yield "zhanguan"
    if on_stem and on_branch:
        yield "zhanguan@both"
    if on_stem:
        yield "zhanguan.gan"
    if on_branch:
        yield "zhanguan.zhi"
    if c.three[0] in "辰戌" and c.three[0] in (c.uppers[0], c.uppers[2]):
        yield "zhanguan@initial"
    seen = set(c.uppers + c.three)
    for six, name in (("丑卯巳未酉亥", "liuyin"), ("子寅辰午申戌", "liuyang")):
        if seen <= set(six):
            yield name
            if c.lodge in six and c.branch in six:
                yield f"{name}@lowers"
        if seen == set(six):
            yield f"{name}@six"
    if all(branch in c.uppers for branch in c.three):
        yield "huihuan@subset"
        if len(set(c.three)) == 3:
            yield "huihuan"
    if set(c.three) == set(c.uppers):
        yield "huihuan@same"
    if c.three == "酉酉酉":
        yield "yiti"
    if len(set(c.three)) == 1:
        yield "yiti@any"
    for branch, name in zip(c.three, ("zhanshou", "duanqiao", "yuezu"), strict=True):
        if c.void(branch):
            yield name
        if c.void(branch, seat=True):
            yield f"{name}@seat"
    first = c.day - c.day % 10
    decade = [BRANCHES[(first + i) % 12] for i in range(10)]
    if c.three[0] == decade[0] and c.three[2] == decade[9]:
        yield "shizhong"


WITH_WHOLE = (*KINDS, *(empty for _, empty in KINDS.values()))
CONTACTS = ("xingshang", "yaodong", "posun", "chouhai", "hehe")


def of_lesson(c: Chart) -> set[str]:
    """Every id (without the book) that a lesson decides and that holds in it."""
    found: set[str] = set()
    for part in (methods, meetings, shapes, relations, contacts, miscellany):
        found |= set(part(c))
    for name in (*WITH_WHOLE, *CONTACTS):
        clauses = {i for i in found if i.startswith(f"{name}.")}
        if any("@" not in i for i in clauses):
            found.add(name)
        if name in WITH_WHOLE[5:] and any(i.endswith("@seat") for i in clauses):
            found.add(f"{name}@seat")
    return found

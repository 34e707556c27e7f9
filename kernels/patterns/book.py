"""The ninety patterns of 六壬經緯 volume 3 in the order of its text, by pinyin."""

from collections.abc import Callable, Mapping
from typing import Final

from dingshi.kernels.patterns import (
    contacts,
    generals,
    meetings,
    methods,
    miscellany,
    relations,
    shapes,
    stages,
    times,
    voids,
)
from dingshi.kernels.patterns.facts import Facts
from dingshi.kernels.patterns.found import Found

Predicate = Callable[[Facts], Found]

FAMILIES: Final[tuple[tuple[Predicate, ...], ...]] = (
    (
        methods.qiankun,
        methods.zhiyi,
        methods.shehai,
        methods.yaoqu,
        methods.maoxing,
        methods.bieze,
        methods.duanjin,
        methods.fuyin,
        methods.fanyin,
    ),
    (
        meetings.guifu,
        meetings.fujiu,
        meetings.tuowo,
        meetings.lixu,
        meetings.qiwo,
        meetings.quru,
        meetings.zhaofu,
        meetings.zhuixu,
        meetings.zhuangji,
        meetings.peiben,
        meetings.guihe,
        meetings.qiuhe,
    ),
    (
        shapes.lianru,
        shapes.jianduan,
        shapes.xuantai,
        shapes.guange,
        shapes.jiase,
        shapes.jinju,
        shapes.muju,
        shapes.shuiju,
        shapes.huoju,
    ),
    (
        relations.yinshou,
        relations.shangguan,
        relations.guansong,
        relations.qicai,
        relations.jiecai,
    ),
    (
        stages.xialing,
        stages.jieji,
        stages.xiongfu,
        stages.yilu,
        stages.chongwei,
        stages.huangyin,
        stages.jiuhuan,
        stages.ansi,
        stages.jinxi,
        stages.juejue,
        stages.yuner,
        stages.yichan,
    ),
    (
        contacts.xingshang,
        contacts.yaodong,
        contacts.posun,
        contacts.chouhai,
        contacts.hehe,
    ),
    (
        times.qiancheng,
        times.tianen,
        times.tianhuo,
        times.jishi,
        times.shishi,
        times.jiwang,
        times.jianglai,
        times.shitai,
        times.shipi,
    ),
    (voids.guai, voids.mingling, voids.guanju, voids.shuangju, voids.shiqun),
    (
        generals.gangui,
        generals.kongju,
        generals.wenshu,
        generals.jiaohe,
        generals.zhengsong,
        generals.xiqing,
        generals.chaotian,
        generals.zaisang,
        generals.yanhui,
        generals.taotuo,
        generals.anmei,
        generals.ganfu,
    ),
    (
        miscellany.zhuolun,
        miscellany.zhuyin,
        miscellany.xuangai,
        miscellany.zhanguan,
        miscellany.liuyin,
        miscellany.liuyang,
        miscellany.huihuan,
        miscellany.yiti,
        miscellany.zhanshou,
        miscellany.duanqiao,
        miscellany.yuezu,
        miscellany.shizhong,
    ),
)
PREDICATES: Final[Mapping[str, Predicate]] = {
    predicate.__name__: predicate for family in FAMILIES for predicate in family
}


def evaluate(facts: Facts) -> dict[str, Found]:
    """Return every pattern, clause, form and reading of the book: pattern -> key -> bool array.

    An array has seven axes, of size 1 where it does not depend on an axis.
    """
    return {name: predicate(facts) for name, predicate in PREDICATES.items()}

#!/usr/bin/python3
"""Makes storage/terrain/crs/epsg.json from PROJ's proj.db and projinfo: `test/data/epsg.py > storage/terrain/crs/epsg.json`.

Debian packages: proj-bin, proj-data (9.1.1, EPSG dataset v10.076). Another version of the dataset may rename systems.
"""

import json
import math
import re
import sqlite3
import subprocess
import sys

DATABASE = "/usr/share/proj/proj.db"
GEOGRAPHIC = """4019 4030 4124 4148-4150 4152 4156 4167 4171 4179 4209-4210 4221 4223 4229-4230 4237 4258 4261 4263 4265
  4269 4272 4274-4275 4277 4282-4284 4289 4291 4299-4301 4307 4312-4314 4322 4326 4490 4612 4617-4619 4657 4659 4661-4662
  4669-4670 4674 4686-4687 4759 4762 4764 4807 4937 4979 5451 5527 6318 6668 7844 8351"""
PROJECTED = """2039 2056 2100 2154 2157 2169 2176-2180 2193 2205 2222-2243 2246-2289 2326 2393 2443-2461 2736-2737 2959
  2965-2966 2991-2992 3003-3006 3021 3031 3034-3035 3057 3059 3067 3070 3072 3074 3078 3081-3083 3086 3088-3089 3106
  3111-3112 3114-3118 3161 3174-3175 3301 3308 3310 3338 3346-3347 3375 3395 3400-3402 3405-3406 3413-3414 3416-3424
  3433-3438 3451-3453 3455 3463 3560 3566-3567 3571 3574-3578 3580 3734-3739 3759 3763 3765 3775-3777 3794 3798 3801 3812
  3814 3825-3826 3844 3907-3909 3912 3942-3950 3968 3976 3978-3979 3995 4217 4390 4420-4433 4438-4439 4457 4509 4526-4529
  4547-4550 4839 5041-5042 5070 5179 5185-5187 5253-5259 5316 5320 5343-5349 5367 5514 5646 5676-5679 5845 5880 6350 6372
  6623 6669-6687 6707-6708 6875 6922-6923 6931-6933 6984 7755 7801 8353 8379-8382 8826 8857 9377 9674 20437 20790
  21036-21037 21095-21097 21781 22191-22197 22391 23700 24547-24548 26191-26192 26391 26847-26854 26929-26946 26948-26978
  26980-26998 27200 27493 27561-27564 27572 27700 28193 28348 28600 28992 29902-29903 30729-30730 31254-31259 31287 31370
  31466-31469 31700 32100 32104 32107-32130 32133-32159 32161 32164-32167 32198-32199 32661 32761"""
# Series of UTM systems: code of the first one, its zone, number of zones.
UTM_ZONES = """32601 1 60, 32701 1 60, 32201 1 60, 32301 1 60, 25828 28 11, 26901 1 23, 6328 59 2, 6330 1 19, 2955 11 3,
  2958 17 5, 3154 7 4, 3158 14 3, 3740 10 10, 23028 28 11, 28348 48 11, 7846 46 14, 31965 11 12, 31977 17 9, 29168 18 5,
  29188 18 8"""
LENGTHS = "9001-9003 9005 9014 9030 9036-9038 9040-9042 9062 9080 9084 9094 9096"
ANGLES = "9101-9102 9105-9106 9122"
HEIGHTS = "3855 5703 5773 6360 8228"
MERIDIANS = "8902-8913"
ELLIPSOIDS = "7001 7004 7008 7011 7015 7019 7022 7024 7030 7036 7043"
# EPSG transformation to WGS 84 or ETRS89 of systems that PROJ shifts by a grid file or by several transformations, keyed by
# geographic or projected system.
SHIFTS = {
    4141: 1073, 4156: 5239, 4179: 15995, 4210: 1122, 4230: 1133, 4237: 1242, 4261: 1166, 4265: 1660, 4272: 1564, 4274: 1987,
    4277: 1314, 4285: 1562, 4289: 4833, 4291: 1212, 4300: 1954, 4307: 5660, 4313: 15929, 4317: 15995, 4322: 1237, 4618: 1864, 22391: 1538,
}  # fmt: skip
COORDINATE_FRAME = (1032, 9607)
# proj4 does not know the name of this ellipsoid.
WGS72 = "+a=6378135 +rf=298.26"

database = sqlite3.connect(DATABASE)


def codes(text):
    for item in text.split():
        first, _, last = item.partition("-")
        yield from range(int(first), int(last or first) + 1)


def column(query, code):
    return database.execute(f"SELECT {query} WHERE t.auth_name = 'EPSG' AND t.code = ?", (code,)).fetchone()


def factor(code):
    return column("conv_factor FROM unit_of_measure t", code)[0]


def shift(transformation):
    """The parameters as PROJ orders them, by the position vector's signs."""
    method, *parameters, turned, scaled = column(
        "method_code, tx, ty, tz, rx, ry, rz, scale_difference, rotation_uom_code, scale_difference_uom_code"
        " FROM helmert_transformation_table t",
        transformation,
    )
    moved, turns, scale = parameters[:3], parameters[3:6], parameters[6]
    if scale is not None:
        sign = -1 if method in COORDINATE_FRAME else 1
        arc_second = math.radians(1 / 3600)
        turns = [sign * turn * factor(turned) / arc_second for turn in turns]
        moved = [*moved, *turns, scale * factor(scaled) / 1e-6]
    return " +towgs84=" + ",".join(f"{round(value, 9):.10g}" for value in moved)


def definition(code, base):
    run = subprocess.run(["projinfo", "-q", "-o", "PROJ", f"EPSG:{code}"], capture_output=True, check=True, text=True)
    text = run.stdout.strip().splitlines()[-1].replace("+ellps=WGS72", WGS72)
    text = re.sub(r" \+(units=m|no_defs|type=crs)\b|\+proj=longlat | \+towgs84=0,0,0,0,0,0,0", "", text)
    transformation = SHIFTS.get(code, SHIFTS.get(base))
    if transformation is None:
        return text
    text = re.sub(r" \+towgs84=[^ ]+", "", text)
    parameters, units = re.fullmatch(r"(.*?)( \+units=.*)?", text).groups(default="")
    return parameters + shift(transformation) + units


def geographic(code):
    name, datum = column("name, datum_code FROM geodetic_crs t", code)
    return [definition(code, code), name], datum


def projected(code):
    found = column("name, geodetic_crs_code FROM projected_crs t", code)
    if found is None:
        name, horizontal = column("name, horiz_crs_code FROM compound_crs t", code)
        return [projected(horizontal)[0], name]
    name, base = found
    return [definition(code, base), name]


def spellings(code, name):
    """A geographic system's name and those that Esri and GDAL give it, in small letters and digits only."""
    aliases = database.execute(
        "SELECT alt_name FROM alias_name WHERE table_name = 'geodetic_crs' AND auth_name = 'EPSG' AND code = ?", (code,)
    )
    for spelling in [name, *(alias for (alias,) in aliases)]:
        yield re.sub("[^a-z0-9]", "", spelling.lower().removeprefix("gcs_"))


def zones(text):
    first, zone, count = map(int, text.split())
    return [first, zone, count, re.sub(r"\+proj=utm \+zone=\d+ ", "", projected(first)[0])]


def unit_of_height(code):
    return column(
        "a.uom_code FROM vertical_crs t JOIN axis a ON a.coordinate_system_code = t.coordinate_system_code"
        " AND a.coordinate_system_auth_name = t.coordinate_system_auth_name",
        code,
    )[0]


def ellipsoid(code):
    (system,) = database.execute(
        "SELECT c.code FROM geodetic_crs c JOIN geodetic_datum d ON d.auth_name = c.datum_auth_name AND d.code = c.datum_code"
        " WHERE c.auth_name = 'EPSG' AND c.type = 'geographic 2D' AND d.ellipsoid_code = ? AND d.prime_meridian_code = 8901"
        " AND c.name NOT IN ('WGS 84', 'NAD83') ORDER BY c.deprecated, c.code",
        (code,),
    ).fetchone()
    return re.sub(r" \+(towgs84|pm)=[^ ]+", "", definition(system, system))


tables = {"geographic": {}, "projected": {}}
datums, names = {}, {}
for code in codes(GEOGRAPHIC):
    tables["geographic"][code], datum = entry, datum = geographic(code)
    if "towgs84" in entry[0]:
        names |= dict.fromkeys(spellings(code, entry[1]), code)
    if datum < 6000:
        datums[datum] = code
for code in codes(PROJECTED):
    tables["projected"][code] = projected(code)
tables |= {
    "linearUnitsM": {code: factor(code) for code in codes(LENGTHS)},
    "angularUnitsDeg": {code: round(math.degrees(factor(code)), 14) for code in codes(ANGLES)},
    "verticalUnits": {code: unit_of_height(code) for code in codes(HEIGHTS)},
    "primeMeridians": {code: column("lower(name) FROM prime_meridian t", code)[0] for code in codes(MERIDIANS)},
    "ellipsoids": {code: ellipsoid(code) for code in codes(ELLIPSOIDS)},
    "utmZones": [zones(series) for series in UTM_ZONES.split(",")],
    "datums": dict(sorted(datums.items())),
    "names": dict(sorted(names.items())),
}


def lines(table):
    """One line for each entry, so that two versions can be compared."""
    if isinstance(table, list):
        return "[\n" + ",\n".join(f"    {json.dumps(entry)}" for entry in table) + "\n  ]"
    entries = (f'    "{key}": {json.dumps(value, ensure_ascii=False)}' for key, value in table.items())
    return "{\n" + ",\n".join(entries) + "\n  }"


sys.stdout.write("{\n" + ",\n".join(f'  "{name}": {lines(table)}' for name, table in tables.items()) + "\n}\n")

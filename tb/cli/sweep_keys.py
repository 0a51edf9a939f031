#!/usr/bin/env python3
"""Keys of the launch as axes (--set launch.KEY): the points are those of launch files that another hand has written with
these values; what is refused, and before any point runs.

    sweep_keys.py WEKIVA      (from the project's root)
"""
import contextlib
import copy
import json
import pathlib
import shutil
import sqlite3
import subprocess
import tempfile

from checks import close, command, expect

TWO = pathlib.Path("tb/corpus/textures/tex_two").resolve()
WIDTH, MAG, GPRS = "launch.textures[0].width", "launch.samplers[0].mag", "launch.num_gprs"
TEXEL_BYTES = 16


def wekiva(*arguments, status=0, said=""):
    done = subprocess.run([WEKIVA, *map(str, arguments)], capture_output=True, text=True, check=False, timeout=300)
    expect(done.returncode == status and said in done.stderr, f"{arguments}: status {done.returncode}: {done.stderr}")
    if status == 2:
        expect(done.stderr.count("\n") == 1, f"{arguments}: one line expected: {done.stderr}")
    return done.stdout


def rows(path, query):
    with contextlib.closing(sqlite3.connect(path)) as database:
        return database.execute(query).fetchall()


def written(folder, width, mag, gprs):
    """The launch with these values, and its texture as large: the texels again and again."""
    launch = json.loads((folder / "launch.json").read_text())
    launch = {**copy.deepcopy(launch), "num_gprs": gprs}
    launch.pop("expect", None)
    launch["textures"][0]["width"] = width
    launch["samplers"][0]["mag"] = mag
    texels = (folder / launch["textures"][0]["file"]).read_bytes()
    wanted = width * launch["textures"][0]["height"] * TEXEL_BYTES
    (folder / "sized.bin").write_bytes((texels * (wanted // len(texels) + 1))[:wanted])
    launch["textures"][0]["file"] = "sized.bin"
    (folder / "written.json").write_text(json.dumps(launch))
    return folder / "written.json"


def check_points(folder):
    sweep = ["sweep", "--launch", folder / "launch.json", "--set", "simds=1", "--threads", 1024]
    path, values = folder / "keys.db", [(w, m, g) for w in (8, 16, 256) for m in ("point", "bilinear") for g in (4, 90)]
    axes = ["--set", f"{WIDTH}=8,16,256", "--set", f"{MAG}=point,bilinear", "--set", f"{GPRS}=4,90"]
    wekiva(*sweep, *axes, "--out", path)
    found = rows(path, f'SELECT "{WIDTH}", "{MAG}", "{GPRS}", status, compared, cycles FROM result ORDER BY point')
    expect([row[:5] for row in found] == [(*value, "done", 0) for value in values], f"points: {found}")
    for number, (width, mag, gprs, _, _, cycles) in enumerate(found):
        one = written(folder, width, mag, gprs)
        stats = folder / "stats.json"
        wekiva("run", "--launch", one, "--set", "simds=1", "--threads", 1024, "--stats", stats)
        expect(json.loads(stats.read_text())["cycles"] == cycles, f"{width}, {mag}, {gprs}: {cycles} clocks")
        if number in (0, 7, 11):
            expect(wekiva("why", f"{path}@{number}") == wekiva("why", "--launch", one, "--set", "simds=1", "--threads", 1024), f"why of point {number}")
    expect(len({row[5] for row in found}) > 3, "values make a difference")
    for part in (1, 2):
        wekiva(*sweep, *axes, "--part", f"{part}/2", "--out", folder / f"{part}.db")
    wekiva("sweep", "--merge", folder / "merged.db", folder / "1.db", folder / "2.db")
    expect((folder / "merged.db").read_bytes() == path.read_bytes(), "two pieces are the whole")
    wekiva(*sweep, "--set", f"{WIDTH}=8,16,128", *axes[2:], "--out", path, status=2, said="is of another sweep")
    wekiva(*sweep, *axes, "--baseline", f"{GPRS}=4", "--seeds", 2, "--out", folder / "seeds.db")
    expect(len(rows(folder / "seeds.db", "SELECT 1 FROM point WHERE status = 'done'")) == 24, "seeds of all points")


def check_tied(folder):
    """A width and a height go together; so do a key that is not there yet and one that is."""
    points = folder / "points.csv"
    points.write_text(f"{WIDTH},launch.textures[0].height,vc_hit_clk,launch.lds.group_size\n8,8,180,64\n64,32,280,128\n")
    path = folder / "tied.db"
    wekiva("sweep", "--launch", folder / "launch.json", "--set", "simds=1", "--points", points, "--out", path)
    expect(len(rows(path, "SELECT 1 FROM point WHERE status <> 'refused'")) == 2, f"{rows(path, 'SELECT * FROM point')}")
    points.write_text(f"{WIDTH},launch.textures[0].hight\n8,8\n")
    wekiva("sweep", "--launch", folder / "launch.json", "--points", points, "--out", folder / "no.db", status=2, said="did you mean \"height\"")


def check_files(folder):
    """A file that a key names belongs to the sweep."""
    other, path = folder / "other.bin", folder / "files.db"
    shutil.copy(folder / "in.bin", other)
    sweep = ["sweep", "--launch", folder / "launch.json", "--set", "simds=1", "--set", "launch.gprs.file=in.bin,other.bin", "--out", path]
    wekiva(*sweep)
    other.write_bytes(bytes(other.stat().st_size))
    wekiva(*sweep, status=2, said="is of another sweep: the hash of other.bin")


def check_refused(folder):
    for value, said in (("launch.num_gpr=4", "did you mean \"num_gprs\""), ("launch.num_gprs=500", "out of range: 1 to 127"),
                        (f"{MAG}=bilinea", "did you mean \"bilinear\""), ("launch.textures[7].width=4", "the launch has no such entry"),
                        ("launch.textures.width=4", "the launch has no such entry"), ("launch.textures[0]=4", "textures[0]: expected an object"),
                        ("launch.threads=4", "expected --threads"), ("launch.chip=rv710", "expected --chip"),
                        ("launch.=4", "expected a key of the launch"), ("launch.textures[x].width=4", "expected a key of the launch"),
                        ("launch.num_gprs.=4", "expected a key of the launch"), ("launch.num_gprs=4,4", "is given twice")):
        wekiva("sweep", "--launch", folder / "launch.json", "--set", value, "--out", folder / "none.db", status=2, said=said)
        expect(not (folder / "none.db").exists(), f"{value}: nothing has run")


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name) / "two"
        shutil.copytree(TWO, folder)
        check_points(folder)
        check_tied(folder)
        check_files(folder)
        check_refused(folder)
    close()


WEKIVA = command(__doc__)
main()

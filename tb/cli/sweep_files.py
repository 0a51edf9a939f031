#!/usr/bin/env python3
"""Databases of a sweep that were damaged, made by other programs, are not whole, or come from another folder.

    sweep_files.py WEKIVA      (from the project's root)

Whatever a file holds, the command ends: with one line that says what is wrong and status 2, or, when the change does not
reach what it reads, with its table.
"""
import contextlib
import csv
import io
import pathlib
import random
import shutil
import sqlite3
import subprocess
import tempfile

from checks import close, command, expect

FADD = pathlib.Path("tb/corpus/llvm-rv770/fadd").resolve()
SETS = ["--set", "simds=1", "--set", "ic_miss_clk=40,100,400", "--set", "ic_ways=1,2"]
ENDLESS = "WITH RECURSIVE n(i) AS (VALUES (0) UNION ALL SELECT i + 1 FROM n)"


def wekiva(*arguments, status=0, said="", where=None):
    done = subprocess.run([WEKIVA, "sweep", *map(str, arguments)], capture_output=True, text=True, check=False, cwd=where,
                          timeout=300)
    expect(done.returncode == status, f"{arguments}: status {done.returncode}: {done.stderr}")
    expect(said in done.stderr, f"{arguments}: '{said}' expected, said: {done.stderr}")
    if status == 2:
        expect(done.stderr.startswith("wekiva: ") and done.stderr.count("\n") == 1, f"{arguments}: {done.stderr}")
    return done


def changed(folder, name, *statements):
    path = shutil.copy(folder / "whole.db", folder / name)
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as database:
        for statement in statements:
            database.execute(statement)
    return path


def points(path):
    with contextlib.closing(sqlite3.connect(path)) as database:
        return database.execute("SELECT * FROM point ORDER BY point").fetchall()


def check_damage(folder):
    every = ["--pareto", "ic_ways,cycles", "--html", folder / "x.html", "--csv", folder / "x.csv"]
    schema = ["PRAGMA writable_schema=ON",
              "UPDATE sqlite_master SET sql = replace(sql, 'status TEXT NOT NULL', 'status TEXT') WHERE name = 'point'"]
    path = changed(folder, "null.db", *schema)
    with contextlib.closing(sqlite3.connect(path)) as database:
        database.execute("UPDATE point SET status = NULL")
        database.commit()
    wekiva(path, *every, status=2, said="its tables differ")
    for name, statement, said in (
            ("blob.db", "UPDATE point SET status = x'00ff' WHERE point = 2", "table point"),
            ("word.db", "UPDATE point SET status = 'fine' WHERE point = 2", "table point"),
            ("text.db", "UPDATE point SET cycles = 'many' WHERE point = 2", "table point"),
            ("far.db", "UPDATE point SET point = 1 << 40 WHERE point = 2", "table point"),
            ("count.db", "UPDATE statistic SET value = 0.5", "table statistic"),
            ("name.db", "UPDATE counter SET name = x'00' WHERE name = 'groups' AND path = 'gpu.simd0.issue_odd'", "table counter"),
            ("gap.db", "UPDATE value SET number = 7 WHERE number = 1 AND axis = 2", "none that wekiva sweep has made"),
            ("kind.db", "UPDATE axis SET kind = 'wheel'", "none that wekiva sweep has made"),
            ("product.db", "UPDATE sweep SET value = '7' WHERE key = 'points'", "none that wekiva sweep has made")):
        path = changed(folder, name, statement)
        wekiva(path, *every, status=2, said=said)
        wekiva("--merge", folder / "m.db", path, status=2, said=said)
    for name, statements in (
            ("view.db", ["ALTER TABLE point RENAME TO was", f"CREATE VIEW point AS {ENDLESS} SELECT i AS point, 'done' AS "
                         "status, NULL AS message, i AS cycles, 0 AS compared, 0 AS wrong, 64 AS threads, 'c' AS chip, '' "
                         "AS program_hash FROM n"]),
            ("facts.db", ["ALTER TABLE sweep RENAME TO was", f"CREATE VIEW sweep AS {ENDLESS} SELECT i AS key, 'x' AS value "
                          "FROM n"]),
            ("trigger.db", ["CREATE TRIGGER t AFTER INSERT ON point BEGIN DELETE FROM point; END"]),
            ("index.db", ["CREATE INDEX i ON point (abs(cycles))"])):
        path = changed(folder, name, *statements)
        wekiva(path, status=2, said="none that wekiva sweep has made")
        wekiva("--launch", FADD / "launch.json", *SETS, "--out", path, status=2, said="none that wekiva sweep has made")
    path = changed(folder, "own_view.db", f"CREATE VIEW mine AS {ENDLESS} SELECT i FROM n")
    expect("400" in wekiva(path).stdout, "a view of the user's own is not looked at")


def check_bytes(folder):
    """Bytes that were overwritten, pages that were exchanged, ends that were cut off."""
    whole = (folder / "whole.db").read_bytes()
    page = int.from_bytes(whole[16:18], "big")
    source = random.Random(24)
    path = folder / "bytes.db"
    ends = set()
    for case in range(60):
        data = bytearray(whole)
        if case % 3 == 0:
            for _ in range(source.randrange(1, 40)):
                data[source.randrange(len(data))] = source.randrange(256)
        elif case % 3 == 1:
            one, other = (page * source.randrange(1, len(data) // page) for _ in range(2))
            data[one:one + page] = whole[other:other + page]
        else:
            del data[source.randrange(100, len(data)):]
        path.write_bytes(data)
        done = subprocess.run([WEKIVA, "sweep", path, "--show", "alu_used", "--pareto", "ic_ways,cycles", "--csv", "-"],
                              capture_output=True, check=False, timeout=300)
        ends.add(done.returncode)
        expect(done.returncode in (0, 2) and done.stderr.count(b"\n") == (done.returncode == 2),
               f"damaged bytes, case {case}: status {done.returncode}: {done.stderr[:200]}")
    expect(ends == {0, 2}, f"damaged bytes end with {ends}")


def check_missing(folder):
    sweep = ["--launch", FADD / "launch.json", *SETS]
    for part in (1, 2):
        wekiva(*sweep, "--part", f"{part}/2", "--out", folder / f"half{part}.db", "--quiet")
    wekiva("--merge", folder / "some.db", folder / "half1.db", status=1,
           said="some.db: has 3 of the 6 points of the sweep; the first one that is missing is point 1")
    wekiva("--merge", folder / "some.db", folder / "half2.db", folder / "half1.db")
    expect(points(folder / "some.db") == points(folder / "whole.db"), "the second half makes it whole")


def check_folders(folder):
    """One piece is run beside the launch file, one by its whole path, one of a copy of the folder."""
    shutil.copytree(FADD, folder / "copy")
    for part, (launch, where) in enumerate((("launch.json", FADD), (FADD / "launch.json", None),
                                            ("launch.json", folder / "copy")), 1):
        wekiva("--launch", launch, *SETS, "--part", f"{part}/3", "--out", folder / f"third{part}.db", "--quiet", where=where)
    wekiva("--merge", folder / "thirds.db", *[folder / f"third{part}.db" for part in (1, 2, 3)])
    expect(points(folder / "thirds.db") == points(folder / "whole.db"), "the points are the same")
    check_merges(folder)
    text = (folder / "copy" / "launch.json").read_text(encoding="utf-8")
    (folder / "copy" / "launch.json").write_text(text.replace('"num_gprs": 2', '"num_gprs": 3'), encoding="utf-8")
    wekiva("--launch", "launch.json", *SETS, "--part", "3/3", "--out", folder / "other.db", "--quiet", where=folder / "copy")
    wekiva("--merge", folder / "no.db", folder / "third1.db", folder / "other.db", status=2, said="is of another sweep")


def check_merges(folder):
    """Of merged pieces, into a file that is there, in another order, and again: the same bytes as of all pieces at once."""
    one, two, three = (folder / f"third{part}.db" for part in (1, 2, 3))
    whole = (folder / "thirds.db").read_bytes()
    for name, *steps in (("pairs.db", [one, two], [three]), ("order.db", [three, one], [two]),
                         ("single.db", [one], [two], [three]), ("again.db", [one, two, three], [two], [three, one])):
        merged = set()
        for step in steps:
            merged.update(step)
            wekiva("--merge", folder / name, *step, status=int(len(merged) < 3))
        expect((folder / name).read_bytes() == whole, f"{name} has the bytes of one merge")
    wekiva("--merge", folder / "two.db", one, two, status=1, said="has 4 of the 6 points")
    for order in ([folder / "two.db", three], [three, folder / "two.db"]):
        wekiva("--merge", folder / f"of_{order[0].stem}.db", *order)
        expect((folder / f"of_{order[0].stem}.db").read_bytes() == whole, "a merge of a merge has the bytes of one merge")


def check_columns(folder):
    sweep = ["--launch", FADD / "launch.json", *SETS, "--out", folder / "none.db"]
    for option in ("--show", "--y", "--x"):
        wekiva(*sweep, option, "cylces", status=2, said="no column 'cylces', did you mean cycles?")
    wekiva(*sweep, "--pareto", "cycles,cylces", status=2, said="no column 'cylces', did you mean cycles?")
    expect(not (folder / "none.db").exists(), "a column that does not exist is refused before the first point runs")
    done = wekiva(folder / "whole.db", "--show", "lines", status=2, said="'lines' is ")
    expect("read_requests.lines" in done.stderr and "texture_walker.lines" in done.stderr, done.stderr)
    wekiva(folder / "whole.db", "--show", "read_requests.lines,stall_instruction_miss")
    wekiva("--launch", FADD / "launch.json", "--set", "simds=1,2", "--show", "gpu.simd1.issue_even.groups", "--out",
           folder / "later.db")
    table = list(csv.reader(io.StringIO(wekiva(folder / "whole.db", "--csv", "-").stdout)))
    expect(len(table) == 7 and len({len(row) for row in table}) == 1, "the CSV file is all that --csv - prints")
    page = wekiva(folder / "whole.db", "--html", "-").stdout
    expect(page.startswith("<!DOCTYPE html>") and page.endswith("</html>\n"), "the page is all that --html - prints")
    wekiva(folder / "whole.db", "--html", "-", "--csv", "-", status=2, said="expected one of them")


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        wekiva("--launch", FADD / "launch.json", *SETS, "--out", folder / "whole.db", "--quiet")
        check_damage(folder)
        check_bytes(folder)
        check_missing(folder)
        check_folders(folder)
        check_columns(folder)
    close()


WEKIVA = command(__doc__)
main()

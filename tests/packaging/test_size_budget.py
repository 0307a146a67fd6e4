"""How large a bundle may be."""

from size_budget import LINUX, Budget, excess, largest_files, size_mb


def test_a_bundle_within_the_budget_is_fine():
    assert excess(LINUX, on_disk_mb=LINUX.on_disk_mb, archive_mb=LINUX.archive_mb) == []


def test_each_part_that_is_too_large_is_named_with_both_figures():
    sentences = excess(Budget(on_disk_mb=100, archive_mb=30), on_disk_mb=120.5, archive_mb=31)
    assert sentences == [
        "The bundle has 120.5 MB on disk, and may have 100 MB.",
        "The bundle has 31.0 MB as an archive, and may have 30 MB.",
    ]


def test_the_size_of_a_folder_is_that_of_its_files_and_links_count_nothing(tmp_path):
    (tmp_path / "inner").mkdir()
    (tmp_path / "inner" / "large").write_bytes(bytes(3_000_000))
    (tmp_path / "small").write_bytes(bytes(500_000))
    (tmp_path / "link").symlink_to("inner/large")
    assert size_mb(tmp_path) == 3.5
    assert size_mb(tmp_path / "small") == 0.5


def test_the_largest_files_come_first(tmp_path):
    for name, size in (("a", 1), ("b", 3), ("c", 2)):
        (tmp_path / name).write_bytes(bytes(size * 1_000_000))
    assert largest_files(tmp_path, 2) == [(3.0, "b"), (2.0, "c")]

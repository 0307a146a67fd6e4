"""The command `check`: what is wrong or odd in a memory file, and mending it."""

import argparse
from collections.abc import Iterator
from pathlib import Path

from mnemoscope_server.terminal import plural, shortened, write_line
from mnemoscope_shared.store.beside import rejected_path
from mnemoscope_shared.store.check import Finding, Findings, Report, check
from mnemoscope_shared.store.convert import ConversionPlan, convert_file, plan_conversion
from mnemoscope_shared.store.repair import RepairPlan, repair_file, plan_repair
from mnemoscope_shared.store.rewrite import Rewritten, read_existing

"""The programs that the window starts: in the user's environment, and ended with the window."""

import os

from PySide6.QtCore import QObject, QProcess, QProcessEnvironment, QTimer

from mnemoscope_shared.program_environment import outside_the_bundle

GRACE_MS = 3_000
"""So long a program has to end by itself."""


def new_process(parent: QObject) -> QProcess:
    """Return a process that can be started; a bundle's own libraries are none of its business."""
    process = QProcess(parent)
    environment = QProcessEnvironment()
    for name, value in outside_the_bundle(os.environ).items():
        environment.insert(name, value)
    process.setProcessEnvironment(environment)
    return process


def end_process(process: QProcess) -> None:
    """Ask a process to end, end it where it does not, and delete it then; does not wait."""
    if process.state() == QProcess.ProcessState.NotRunning:
        process.deleteLater()
        return
    process.finished.connect(process.deleteLater)
    process.terminate()
    QTimer.singleShot(GRACE_MS, process, process.kill)


def end_all_processes(parent: QObject) -> None:
    """End the processes of a parent that is about to go, and wait until they have."""
    for process in parent.findChildren(QProcess):
        process.blockSignals(True)
        process.terminate()
        wait_for_end(process)


def wait_for_end(process: QProcess) -> None:
    """Wait for a process that was asked to end, and end it where it does not."""
    if process.state() != QProcess.ProcessState.NotRunning and not process.waitForFinished(GRACE_MS):
        process.kill()
        process.waitForFinished(GRACE_MS)

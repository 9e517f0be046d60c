"""Runs Python scripts without starting an interpreter for each, which takes longer than many of our tests.

A server is a process with the usual modules loaded. For each script it forks: the child runs the script as if it had been
started by its name.
"""

import concurrent.futures  # noqa: F401, loaded for the scripts, as are the others
import json
import os
import runpy
import shlex  # noqa: F401
import shutil  # noqa: F401
import signal
import socket
import subprocess  # noqa: F401
import sys
import tempfile  # noqa: F401
import traceback


def is_python_script(path):
    try:
        with open(path, "rb") as file:
            first = file.readline(100)
    except OSError:
        return False
    return first.startswith(b"#!") and first.rstrip().endswith(b"python3")


class PythonServer:
    """Serves one script at a time. Started before there are threads; ends when the process that started it does."""

    def __init__(self):
        self.socket, served = socket.socketpair()
        self.file = self.socket.makefile("r")
        self.pid = os.fork()
        if self.pid == 0:
            self.file.close()
            self.socket.close()
            serve(served)
            os._exit(0)
        served.close()

    def start(self, command, folder, environment, output):
        """Its process, which leads a group of its own. `output` is where it writes, a file descriptor."""
        request = json.dumps({"command": command, "folder": folder, "environment": environment})
        socket.send_fds(self.socket, [f"{len(request):08}".encode()], [output])
        self.socket.sendall(request.encode())
        return int(self.file.readline())

    def wait(self):
        """The exit code (negative: the signal that ended it), and the processor time including that of all children."""
        code, processor = self.file.readline().split()
        return int(code), float(processor)

    def end(self):
        """Only then does what its scripts cost count as processor time of this process's children."""
        self.file.close()
        self.socket.close()
        os.waitpid(self.pid, 0)


def serve(connection):
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    while True:
        size, descriptors, _, _ = socket.recv_fds(connection, 8, 1)
        if not size:
            return
        request = b""
        while len(request) < int(size):
            request += connection.recv(int(size) - len(request))
        child = os.fork()
        if child == 0:
            signal.signal(signal.SIGINT, signal.default_int_handler)
            connection.close()
            become(descriptors[0], **json.loads(request))
        os.close(descriptors[0])
        connection.sendall(f"{child}\n".encode())
        _, status, usage = os.wait4(child, 0)
        connection.sendall(f"{os.waitstatus_to_exitcode(status)} {usage.ru_utime + usage.ru_stime}\n".encode())


def become(output, command, folder, environment):
    os.setsid()
    nothing = os.open(os.devnull, os.O_RDONLY)
    for descriptor, target in ((nothing, 0), (output, 1), (output, 2)):
        os.dup2(descriptor, target)
    os.close(nothing)
    os.close(output)
    if folder:
        os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    sys.argv = command
    sys.path[0] = os.path.dirname(command[0])
    sys.stdout, sys.stderr = open(1, "w", closefd=False), open(2, "w", closefd=False)
    code = run(command[0])
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


def run(path):
    try:
        runpy.run_path(path, run_name="__main__")
        return 0
    except SystemExit as end:
        if end.code is None or isinstance(end.code, int):
            return end.code or 0
        print(end.code, file=sys.stderr)
    except BaseException:
        traceback.print_exc()
    return 1

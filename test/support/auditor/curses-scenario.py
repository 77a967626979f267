"""Draws with the system's ncurses in a pseudo-terminal and prints the bytes that it sent.

Usage: curses-scenario.py ROWS COLUMNS (TERM and TERMINFO from the environment).
The first line of the output is what ncurses says the screen should show, as JSON; the rest is the bytes, with
"<drawn>" between those that draw and those that leave.
"""

import curses
import fcntl
import json
import os
import pty
import struct
import sys
import termios


def draw(screen):
    curses.nonl()  # so that ncurses itself turns ONLCR off: what we read is what it sent
    screen.scrollok(False)
    screen.idlok(True)
    rows, columns = screen.getmaxyx()
    for row in range(rows):
        screen.addstr(row, 0, ("line %d " % row) * 3)
    screen.refresh()
    screen.addstr(2, 3, "bold", curses.A_BOLD)
    screen.addstr(3, 3, "reverse and underlined", curses.A_REVERSE | curses.A_UNDERLINE)
    screen.addstr(4, 3, "standout", curses.A_STANDOUT)
    if curses.has_colors():
        curses.start_color()
        curses.init_pair(1, curses.COLOR_RED, curses.COLOR_BLACK)
        curses.init_pair(2, curses.COLOR_WHITE, curses.COLOR_BLUE)
        screen.addstr(5, 3, "red", curses.color_pair(1))
        screen.addstr(6, 3, "white on blue", curses.color_pair(2) | curses.A_BOLD)
    screen.refresh()
    window = screen.subwin(6, 20, 8, 10)
    window.erase()
    window.box()
    window.addstr(1, 1, "a dialog")
    window.refresh()
    screen.refresh()
    screen.move(1, 0)
    screen.deleteln()
    screen.refresh()
    screen.move(2, 0)
    screen.insertln()
    screen.refresh()
    screen.setscrreg(3, rows - 2)
    screen.scrollok(True)
    screen.scroll(2)
    screen.scrollok(False)
    screen.refresh()
    screen.insstr(7, 2, "inserted")
    screen.refresh()
    screen.move(7, 1)
    screen.delch()
    screen.clrtoeol()
    screen.hline(rows - 2, 1, "=", 30)
    screen.refresh()
    for column, char in enumerate("typing"):
        screen.addstr(rows - 1, column, char)
        screen.refresh()
    cursor = screen.getyx()
    return {"rows": [shown(screen, row, columns) for row in range(rows)], "cursor": cursor}


def shown(screen, row, columns):
    """The row as text, a character of the alternate set as its letter in the private use area."""
    cells = [screen.inch(row, column) for column in range(columns)]
    letters = [(cell & 0xFF) + (0xE000 if cell & curses.A_ALTCHARSET else 0) for cell in cells]
    return "".join(map(chr, letters)).rstrip()


def child(report):
    screen = curses.initscr()
    try:
        curses.noecho()
        curses.cbreak()
        result = draw(screen)
        os.write(1, b"<drawn>")
        os.write(report, json.dumps(result).encode())
    finally:
        curses.endwin()
    os._exit(0)


def main():
    rows, columns = int(sys.argv[1]), int(sys.argv[2])
    reading, writing = os.pipe()
    pid, master = pty.fork()
    if pid == 0:
        size = struct.pack("HHHH", rows, columns, 0, 0)
        fcntl.ioctl(1, termios.TIOCSWINSZ, size)
        mode = termios.tcgetattr(1)
        mode[1] &= ~termios.OPOST
        termios.tcsetattr(1, termios.TCSANOW, mode)
        child(writing)
    os.close(writing)
    sent = b""
    try:
        while chunk := os.read(master, 65536):
            sent += chunk
    except OSError:
        pass
    os.waitpid(pid, 0)
    report = os.read(reading, 65536)
    sys.stdout.buffer.write(report + b"\n" + sent)


main()

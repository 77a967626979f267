/*
 * Asks ncurses itself what an entry holds and what tparm and tputs make of it.
 * Reads one request a line on stdin and writes the answers as lines; transcript.ts describes both.
 * Build: cc -O1 -w -o oracle oracle.c -lncurses -ltinfo
 */
#define NCURSES_INTERNALS 1
#include <curses.h>
#include <term.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>

/* Exported by libtinfo for ncurses' own programs (infocmp, tic), not declared in the public headers. */
extern int _nc_read_entry2(const char *name, char *filename, TERMTYPE2 *type);
extern int _nc_tparm_analyze(TERMINAL *term, const char *format, char **is_string, int *popped);
extern void _nc_reset_tparm(TERMINAL *term);
extern void _nc_free_termtype2(TERMTYPE2 *type);
extern short ospeed;

#define ABSENT_TEXT ((char *) 0)
#define CANCELLED_TEXT ((char *) -1)

static char format[65536];

/* Bytes travel as "=" and the text, with everything that is not plain ASCII as \hh. */
static void put_bytes(const char *bytes)
{
    putchar('=');
    for (; *bytes != 0; bytes++) {
        unsigned char c = *bytes;
        if (c <= 0x20 || c >= 0x7f || c == '\\')
            printf("\\%02x", c);
        else
            putchar(c);
    }
}

static void get_bytes(const char *token, char *out)
{
    unsigned value;
    for (token++; *token != 0; token++) {
        if (*token == '\\' && sscanf(token + 1, "%2x", &value) == 1) {
            *out++ = value;
            token += 2;
        } else {
            *out++ = *token;
        }
    }
    *out = 0;
}

static void put_names(const char *kind, const char *const *names)
{
    printf("names %s", kind);
    for (; *names != 0; names++)
        printf(" %s", *names);
    putchar('\n');
}

static void all_names(void)
{
    put_names("b", boolnames);
    put_names("n", numnames);
    put_names("s", strnames);
    put_names("B", boolfnames);
    put_names("N", numfnames);
    put_names("S", strfnames);
}

static void put_flag(const char *kind, const char *name, int value)
{
    if (value == 1)
        printf("%s %s\n", kind, name);
    else if ((signed char) value == -2)
        printf("%s %s @\n", kind, name);
}

static void put_number(const char *kind, const char *name, int value)
{
    if (value >= 0)
        printf("%s %s %d\n", kind, name, value);
    else if (value == -2)
        printf("%s %s @\n", kind, name);
}

static void put_string(const char *kind, const char *name, const char *value)
{
    if (value == ABSENT_TEXT)
        return;
    printf("%s %s ", kind, name);
    if (value == CANCELLED_TEXT)
        putchar('@');
    else
        put_bytes(value);
    putchar('\n');
}

/* Standard capabilities under b, n and s; extended ones under B, N and S. */
static void entry(const char *name)
{
    TERMTYPE2 type;
    char path[PATH_MAX];
    int flags, numbers, strings;
    memset(&type, 0, sizeof type);
    if (_nc_read_entry2(name, path, &type) != 1) {
        printf("entry %s\nend\n", name);
        return;
    }
    printf("entry %s %s\nname ", name, path);
    put_bytes(type.term_names);
    putchar('\n');
    flags = type.num_Booleans - type.ext_Booleans;
    numbers = type.num_Numbers - type.ext_Numbers;
    strings = type.num_Strings - type.ext_Strings;
    for (int i = 0; i < flags; i++)
        put_flag("b", boolnames[i], type.Booleans[i]);
    for (int i = 0; i < numbers; i++)
        put_number("n", numnames[i], type.Numbers[i]);
    for (int i = 0; i < strings; i++)
        put_string("s", strnames[i], type.Strings[i]);
    for (int i = 0; i < type.ext_Booleans; i++)
        put_flag("B", type.ext_Names[i], type.Booleans[flags + i]);
    for (int i = 0; i < type.ext_Numbers; i++)
        put_number("N", type.ext_Names[type.ext_Booleans + i], type.Numbers[numbers + i]);
    for (int i = 0; i < type.ext_Strings; i++)
        put_string("S", type.ext_Names[type.ext_Booleans + type.ext_Numbers + i], type.Strings[strings + i]);
    puts("end");
    _nc_free_termtype2(&type);
}

/* Since 6.5 tparm takes texts only for the formats of the current terminal; tiparm_s is told what to expect. */
static char *expand(int mask, intptr_t a[9])
{
#if NCURSES_VERSION_PATCH >= 20230424
    int expected = 0, found = 0;
    if (mask != 0 && tiscan_s(&expected, &found, format) == OK)
        return tiparm_s(expected, found, format, a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8]);
#endif
    return tparm(format, a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8]);
}

/* One tparm of the current format. A number where ncurses would read a pointer is refused, not tried. */
static void call(char *tokens)
{
    static char texts[9][4096];
    char *is_string[9];
    intptr_t a[9] = {0};
    int given[9] = {0};
    int popped, count = 0, mask = 0;
    char *result;
    printf("call");
    for (char *t = strtok(tokens, " "); t != 0 && count < 9; t = strtok(0, " "), count++) {
        printf(" %s", t);
        given[count] = *t == '=';
        if (given[count])
            get_bytes(t, texts[count]);
        a[count] = given[count] ? (intptr_t) texts[count] : (intptr_t) atol(t);
    }
    _nc_tparm_analyze(cur_term, format, is_string, &popped);
    for (int i = 0; i < 9; i++) {
        if ((is_string[i] != 0) != given[i]) {
            printf(" -> type mismatch at %d\n", i + 1);
            return;
        }
        mask |= given[i] << i;
    }
    result = expand(mask, a);
    printf(" -> ");
    put_bytes(result == 0 ? "" : result);
    putchar('\n');
}

static int writing;

static int put_byte(int c)
{
    if (!writing)
        printf(" =");
    writing = 1;
    c &= 0xff;
    if (c <= 0x20 || c >= 0x7f || c == '\\')
        printf("\\%02x", c);
    else
        putchar(c);
    return c;
}

/* Stands in for the library's own, so that a wait is written down instead of slept. */
int napms(int ms)
{
    if (ms <= 0)
        return OK;
    printf(" %d", ms);
    writing = 0;
    return OK;
}

int napms_sp(SCREEN *screen, int ms)
{
    return napms(ms);
}

static const struct { int baud, code; } speeds[] = {
    {300, B300}, {1200, B1200}, {9600, B9600}, {19200, B19200}, {38400, B38400},
};

/* "pad TERM CAPABILITY BAUD LINES [PARAMETER PARAMETER]": what tputs writes, waits as numbers between the bytes. */
static void pad(char *request)
{
    static SCREEN *screen;
    static char current[256];
    static FILE *null;
    char name[256], capability[64];
    int baud, affected, a, b, count;
    char *text;
    count = sscanf(request, "%255s %63s %d %d %d %d", name, capability, &baud, &affected, &a, &b);
    if (count != 4 && count != 6)
        return;
    if (null == 0)
        null = fopen("/dev/null", "r+");
    if (strcmp(name, current) != 0) {
        strcpy(current, name);
        screen = newterm(name, null, null);
    }
    printf("pad %s ->", request);
    text = screen == 0 ? 0 : tigetstr(capability);
    if (text == 0 || text == (char *) -1) {
        puts(screen == 0 ? " no screen" : " none");
        return;
    }
    for (size_t i = 0; i < sizeof speeds / sizeof *speeds; i++)
        if (speeds[i].baud == baud)
            ospeed = speeds[i].code;
    writing = 0;
    if (count == 6)
        text = tparm(text, a, b, 0, 0, 0, 0, 0, 0, 0);
    tputs(text, affected, put_byte);
    putchar('\n');
}

int main(void)
{
    static char line[65536];
    use_extended_names(TRUE);
    printf("version %s\n", curses_version());
    while (fgets(line, sizeof line, stdin) != 0) {
        line[strcspn(line, "\n")] = 0;
        if (strcmp(line, "names") == 0)
            all_names();
        else if (strncmp(line, "entry ", 6) == 0)
            entry(line + 6);
        else if (strcmp(line, "reset") == 0) {
            _nc_reset_tparm(cur_term);
            puts(line);
        } else if (strncmp(line, "format ", 7) == 0) {
            get_bytes(line + 7, format);
            puts(line);
        } else if (strncmp(line, "call", 4) == 0)
            call(line + 4);
        else if (strncmp(line, "pad ", 4) == 0)
            pad(line + 4);
    }
    return 0;
}

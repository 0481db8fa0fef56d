/* serve.h: the server of tables: HTTP for the page and a small API, WebSocket for a table. See docs/protocol.md. */
#ifndef SERVE_SERVE_H
#define SERVE_SERVE_H

#include "base/buf.h"

struct serve_settings {
    const char *listen;     /* an address */
    unsigned port;          /* 0: any that is free */
    const char *hosts;      /* names it goes by, see host_check.h */
    const char *store;      /* a folder, or the address of a database: see store_open.h */
    const char *at;         /* where other servers on the same database reach this one; NULL: where it listens */
    const char *proxies;    /* addresses of proxies, separated by commas, which say for whom they ask; NULL: none */
    const char *notices;    /* a file that says how to tell who is not there, see notice_config.h; NULL: nobody is */
    const char *web;        /* folder of the page; NULL: where it usually is */
    const char *first;      /* the page whose address is told: "" or "studio" */
    unsigned keep;          /* days a table that is over is kept after it was touched last; 0: for ever */
    unsigned keep_open;     /* the same of one that is not over */
    unsigned jobs;          /* bots that think at once */
    unsigned per_address;   /* connections from one address; 0: not limited */
    unsigned tables, quota; /* tables and megabytes one address may make and store a day; 0: not limited */
    unsigned patience;      /* seconds slow clients are waited for, and half of it for what is on its way at the end */
    unsigned rate;          /* messages a second on one connection, three times as many at once; 0: not limited */
};

enum serve_end { SERVE_FINE, SERVE_HOST }; /* host: *error says what is wrong */

/* Runs until SIGINT or SIGTERM. */
enum serve_end serve_run(const struct serve_settings *settings, struct buf *error);

#endif

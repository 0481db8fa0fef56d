/* language_server.h: the language server: JSON-RPC 2.0 over two file descriptors until `exit` or the end of the
 * input. */
#ifndef LSP_LANGUAGE_SERVER_H
#define LSP_LANGUAGE_SERVER_H

/* 0 after shutdown and exit; 1 when the input ended without. */
int lsp_serve(int in, int out);

#endif

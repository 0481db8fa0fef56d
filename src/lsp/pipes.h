/* pipes.h: the language server behind two file descriptors, until `exit` or the end of the input. */
#ifndef LSP_PIPES_H
#define LSP_PIPES_H

/* 0 after shutdown and exit; 1 when the input ended without. */
int lsp_serve(int in, int out);

#endif

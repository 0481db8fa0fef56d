/* test_parser.c: the trees the parser makes, shape by shape, with their places. */
#include "lang/lang_fixture.h"

/* ---- expressions: each is the formula of a def */

static void expect_expr(const char *expr, const char *want) {
    char text[512], tree[4096];
    snprintf(text, sizeof text, "def f = %s\n", expr);
    int n = snprintf(tree, sizeof tree, "DEF f\n");
    const char *role = "  c: ";
    for (const char *line = want; *line;) { /* the expectation, two levels deeper */
        size_t len = strcspn(line, "\n");
        n += snprintf(tree + n, sizeof tree - (size_t)n, "%s%.*s\n", role, (int)len, line);
        role = "  ";
        line += len + (line[len] == '\n');
    }
    expect_tree(text, tree);
}

static void test_precedence(void **state) {
    (void)state;
    expect_expr("a or b and not c == d + e * f", "BINARY or\n"
                                                 "  a: NAME a\n"
                                                 "  b: BINARY and\n"
                                                 "    a: NAME b\n"
                                                 "    b: NOT\n"
                                                 "      a: BINARY ==\n"
                                                 "        a: NAME c\n"
                                                 "        b: BINARY +\n"
                                                 "          a: NAME d\n"
                                                 "          b: BINARY *\n"
                                                 "            a: NAME e\n"
                                                 "            b: NAME f\n");
    expect_expr("a - b - c", "BINARY -\n"
                             "  a: BINARY -\n"
                             "    a: NAME a\n"
                             "    b: NAME b\n"
                             "  b: NAME c\n");
    expect_expr("x not in 1..n + 1", "BINARY not in\n"
                                     "  a: NAME x\n"
                                     "  b: BINARY ..\n"
                                     "    a: NUMBER 1\n"
                                     "    b: BINARY +\n"
                                     "      a: NAME n\n"
                                     "      b: NUMBER 1\n");
    expect_expr("-a.b is c", "BINARY is\n"
                             "  a: NEGATE\n"
                             "    a: FIELD b\n"
                             "      a: NAME a\n"
                             "  b: NAME c\n");
}

/* Words that are words only where no name can stand. */
static void test_later_words(void **state) {
    (void)state;
    expect_tree("flow:\n"
                "  try: a()\n"
                "  else: b()\n"
                "  if c: d()\n"
                "  elif (e) and f(x: 1): g()\n"
                "  elif h[1]: i()\n"
                "  else: j()\n"
                "  if k: l()\n"
                "  elif(m: 1)\n"
                "  try(2); elif = 3; ask.try = 4\n"
                "  ask p in q where r \"S?\"\n"
                "  ask together p in q \"S?\"\n",
                "FLOW\n"
                "  b: BLOCK\n"
                "    TRY\n"
                "      b: BLOCK\n"
                "        DO\n"
                "          a: CALL\n"
                "            a: NAME a\n"
                "      c: BLOCK\n"
                "        DO\n"
                "          a: CALL\n"
                "            a: NAME b\n"
                "    IF\n"
                "      a: NAME c\n"
                "      b: BLOCK\n"
                "        DO\n"
                "          a: CALL\n"
                "            a: NAME d\n"
                "      c: IF\n"
                "        a: BINARY and\n"
                "          a: PAREN\n"
                "            a: NAME e\n"
                "          b: CALL\n"
                "            a: NAME f\n"
                "            ARG x\n"
                "              a: NUMBER 1\n"
                "        b: BLOCK\n"
                "          DO\n"
                "            a: CALL\n"
                "              a: NAME g\n"
                "        c: IF\n"
                "          a: INDEX\n"
                "            a: NAME h\n"
                "            b: NUMBER 1\n"
                "          b: BLOCK\n"
                "            DO\n"
                "              a: CALL\n"
                "                a: NAME i\n"
                "          c: BLOCK\n"
                "            DO\n"
                "              a: CALL\n"
                "                a: NAME j\n"
                "    IF\n"
                "      a: NAME k\n"
                "      b: BLOCK\n"
                "        DO\n"
                "          a: CALL\n"
                "            a: NAME l\n"
                "    DO\n"
                "      a: CALL\n"
                "        a: NAME elif\n"
                "        ARG m\n"
                "          a: NUMBER 1\n"
                "    DO\n"
                "      a: CALL\n"
                "        a: NAME try\n"
                "        NUMBER 2\n"
                "    ASSIGN =\n"
                "      a: NAME elif\n"
                "      b: NUMBER 3\n"
                "    ASSIGN =\n"
                "      a: FIELD try\n"
                "        a: NAME ask\n"
                "      b: NUMBER 4\n"
                "    ASK p \"S?\"\n"
                "      a: NAME q\n"
                "      b: NAME r\n"
                "    ASK p together \"S?\"\n"
                "      a: NAME q\n");
    expect_tree("k try:\n  try: a()\n  instead s if may \"B?\": c()\n", "INSTANCE try\n"
                                                                        "  a: NAME k\n"
                                                                        "  b: BLOCK\n"
                                                                        "    CLAUSE try\n"
                                                                        "      b: BLOCK\n"
                                                                        "        DO\n"
                                                                        "          a: CALL\n"
                                                                        "            a: NAME a\n"
                                                                        "    INSTEAD declinable\n"
                                                                        "      a: PATTERN s\n"
                                                                        "      b: BLOCK\n"
                                                                        "        MAY \"B?\"\n"
                                                                        "          b: BLOCK\n"
                                                                        "            DO\n"
                                                                        "              a: CALL\n"
                                                                        "                a: NAME c\n");
}

static void test_postfix(void **state) {
    (void)state;
    expect_expr("a.b(1, to: c)[d].e", "FIELD e\n"
                                      "  a: INDEX\n"
                                      "    a: CALL\n"
                                      "      a: FIELD b\n"
                                      "        a: NAME a\n"
                                      "      NUMBER 1\n"
                                      "      ARG to\n"
                                      "        a: NAME c\n"
                                      "    b: NAME d\n");
    expect_expr("\"Big One\".cost", "FIELD cost\n  a: NAME \"Big One\"\n");
    expect_expr("me == none or this", "BINARY or\n"
                                      "  a: BINARY ==\n"
                                      "    a: NAME me\n"
                                      "    b: NAME none\n"
                                      "  b: NAME this\n");
}

static void test_amounts(void **state) {
    (void)state;
    expect_expr("gain(2 coin, -1 wood, upto (a + b) coin)", "CALL\n"
                                                            "  a: NAME gain\n"
                                                            "  AMOUNT\n"
                                                            "    a: NUMBER 2\n"
                                                            "    b: NAME coin\n"
                                                            "  NEGATE\n"
                                                            "    a: AMOUNT\n"
                                                            "      a: NUMBER 1\n"
                                                            "      b: NAME wood\n"
                                                            "  UPTO\n"
                                                            "    a: AMOUNT\n"
                                                            "      a: PAREN\n"
                                                            "        a: BINARY +\n"
                                                            "          a: NAME a\n"
                                                            "          b: NAME b\n"
                                                            "      b: NAME coin\n");
    expect_expr("3 coin * count(k)", "BINARY *\n"
                                     "  a: AMOUNT\n"
                                     "    a: NUMBER 3\n"
                                     "    b: NAME coin\n"
                                     "  b: AGGREGATE count\n"
                                     "    a: NAME k\n");
    expect_expr("me.stock[r] r", "AMOUNT\n"
                                 "  a: INDEX\n"
                                 "    a: FIELD stock\n"
                                 "      a: NAME me\n"
                                 "    b: NAME r\n"
                                 "  b: NAME r\n");
}

static void test_sets_and_aggregates(void **state) {
    (void)state;
    expect_expr("[]", "SET\n");
    expect_expr("[a, b]", "SET\n  NAME a\n  NAME b\n");
    expect_expr("[s in m where s.t == none]", "FILTER\n"
                                              "  a: GENERATOR s\n"
                                              "    a: NAME m\n"
                                              "    b: BINARY ==\n"
                                              "      a: FIELD t\n"
                                              "        a: NAME s\n"
                                              "      b: NAME none\n");
    expect_expr("sum(x in S where c: e)", "AGGREGATE sum\n"
                                          "  a: GENERATOR x\n"
                                          "    a: NAME S\n"
                                          "    b: NAME c\n"
                                          "  b: NAME e\n");
    expect_expr("if a then 0.. else (b)", "COND\n"
                                          "  a: NAME a\n"
                                          "  b: BINARY ..\n"
                                          "    a: NUMBER 0\n"
                                          "  c: PAREN\n"
                                          "    a: NAME b\n");
}

/* ---- statements: each is a line of a flow */

static void expect_stmt(const char *text, const char *want) {
    struct buf all, tree;
    buf_init(&all);
    buf_init(&tree);
    buf_puts(&all, "flow:\n");
    for (const char *line = text; *line;) {
        size_t len = strcspn(line, "\n");
        buf_printf(&all, "  %.*s\n", (int)len, line);
        line += len + (line[len] == '\n');
    }
    buf_puts(&tree, "FLOW\n  b: BLOCK\n");
    for (const char *line = want; *line;) {
        size_t len = strcspn(line, "\n");
        buf_printf(&tree, "    %.*s\n", (int)len, line);
        line += len + (line[len] == '\n');
    }
    expect_tree(all.data, tree.data);
    buf_free(&all);
    buf_free(&tree);
}

static void test_simple_statements(void **state) {
    (void)state;
    expect_stmt("let x: set cell = []; let me = p", "LET x\n"
                                                    "  a: SET\n"
                                                    "  c: TYPE set\n"
                                                    "    b: TYPE cell\n"
                                                    "LET me\n"
                                                    "  a: NAME p\n");
    expect_stmt("me = next(me); a[b] += 1; a.b -= 2", "ASSIGN =\n"
                                                      "  a: NAME me\n"
                                                      "  b: CALL\n"
                                                      "    a: NAME next\n"
                                                      "    NAME me\n"
                                                      "ASSIGN +=\n"
                                                      "  a: INDEX\n"
                                                      "    a: NAME a\n"
                                                      "    b: NAME b\n"
                                                      "  b: NUMBER 1\n"
                                                      "ASSIGN -=\n"
                                                      "  a: FIELD b\n"
                                                      "    a: NAME a\n"
                                                      "  b: NUMBER 2\n");
    expect_stmt("choose c in S where w take 1.. prefer d \"Which?\"", "CHOOSE c \"Which?\"\n"
                                                                      "  a: NAME S\n"
                                                                      "  b: NAME w\n"
                                                                      "  c: BINARY ..\n"
                                                                      "    a: NUMBER 1\n"
                                                                      "  NAME d\n");
    expect_stmt("choose c in S take 0.. \"Which?\"", "CHOOSE c \"Which?\"\n"
                                                     "  a: NAME S\n"
                                                     "  c: BINARY ..\n"
                                                     "    a: NUMBER 0\n");
    expect_stmt("needs a \"why\"; emit done; return; return a", "NEEDS \"why\"\n"
                                                                "  a: NAME a\n"
                                                                "EMIT\n"
                                                                "  a: CALL\n"
                                                                "    a: NAME done\n"
                                                                "RETURN\n"
                                                                "RETURN\n"
                                                                "  a: NAME a\n");
}

static void test_compound_statements(void **state) {
    (void)state;
    expect_stmt("if a: b()\nelse if c:\n  d()\nelse: e()", "IF\n"
                                                           "  a: NAME a\n"
                                                           "  b: BLOCK\n"
                                                           "    DO\n"
                                                           "      a: CALL\n"
                                                           "        a: NAME b\n"
                                                           "  c: IF\n"
                                                           "    a: NAME c\n"
                                                           "    b: BLOCK\n"
                                                           "      DO\n"
                                                           "        a: CALL\n"
                                                           "          a: NAME d\n"
                                                           "    c: BLOCK\n"
                                                           "      DO\n"
                                                           "        a: CALL\n"
                                                           "          a: NAME e\n");
    expect_stmt("for me in order(p) where c: a = 1; b = 2", "FOR me\n"
                                                            "  a: CALL\n"
                                                            "    a: NAME order\n"
                                                            "    NAME p\n"
                                                            "  b: NAME c\n"
                                                            "  c: BLOCK\n"
                                                            "    ASSIGN =\n"
                                                            "      a: NAME a\n"
                                                            "      b: NUMBER 1\n"
                                                            "    ASSIGN =\n"
                                                            "      a: NAME b\n"
                                                            "      b: NUMBER 2\n");
    expect_stmt("either \"A\": x\nor: y", "EITHER\n"
                                          "  OPTION \"A\"\n"
                                          "    b: BLOCK\n"
                                          "      DO\n"
                                          "        a: NAME x\n"
                                          "  OPTION\n"
                                          "    b: BLOCK\n"
                                          "      DO\n"
                                          "        a: NAME y\n");
    expect_stmt("may again \"More?\": x", "MAY again \"More?\"\n"
                                          "  b: BLOCK\n"
                                          "    DO\n"
                                          "      a: NAME x\n");
    expect_stmt("until done, placed(by: me): adjust price(by: me) where c: -8", "UNTIL\n"
                                                                                "  b: BLOCK\n"
                                                                                "    ADJUST\n"
                                                                                "      a: PATTERN price\n"
                                                                                "        b: NAME c\n"
                                                                                "        ARG by\n"
                                                                                "          a: NAME me\n"
                                                                                "      b: BLOCK\n"
                                                                                "        DO\n"
                                                                                "          a: NEGATE\n"
                                                                                "            a: NUMBER 8\n"
                                                                                "  PATTERN done\n"
                                                                                "  PATTERN placed\n"
                                                                                "    ARG by\n"
                                                                                "      a: NAME me\n");
    expect_stmt("as if a then b else c: while d: repeat 3: together me in p: x", "AS\n"
                                                                                 "  a: COND\n"
                                                                                 "    a: NAME a\n"
                                                                                 "    b: NAME b\n"
                                                                                 "    c: NAME c\n"
                                                                                 "  b: BLOCK\n"
                                                                                 "    WHILE\n"
                                                                                 "      a: NAME d\n"
                                                                                 "      b: BLOCK\n"
                                                                                 "        REPEAT\n"
                                                                                 "          a: NUMBER 3\n"
                                                                                 "          b: BLOCK\n"
                                                                                 "            TOGETHER me\n"
                                                                                 "              a: NAME p\n"
                                                                                 "              c: BLOCK\n"
                                                                                 "                DO\n"
                                                                                 "                  a: NAME x\n");
}

static void test_parts_of_the_flow(void **state) {
    (void)state;
    expect_stmt("phase one \"Phase one\": x\nphase \"Two\":\n  x\nphase = 3", "PHASE one \"Phase one\"\n"
                                                                              "  b: BLOCK\n"
                                                                              "    DO\n"
                                                                              "      a: NAME x\n"
                                                                              "PHASE Two\n"
                                                                              "  b: BLOCK\n"
                                                                              "    DO\n"
                                                                              "      a: NAME x\n"
                                                                              "ASSIGN =\n"
                                                                              "  a: NAME phase\n"
                                                                              "  b: NUMBER 3\n");
    expect_stmt("round year: turn(1..2): x\nturn: y\nround += turn(2)", "ROUND year\n"
                                                                        "  b: BLOCK\n"
                                                                        "    TURN\n"
                                                                        "      a: BINARY ..\n"
                                                                        "        a: NUMBER 1\n"
                                                                        "        b: NUMBER 2\n"
                                                                        "      b: BLOCK\n"
                                                                        "        DO\n"
                                                                        "          a: NAME x\n"
                                                                        "TURN\n"
                                                                        "  b: BLOCK\n"
                                                                        "    DO\n"
                                                                        "      a: NAME y\n"
                                                                        "ASSIGN +=\n"
                                                                        "  a: NAME round\n"
                                                                        "  b: CALL\n"
                                                                        "    a: NAME turn\n"
                                                                        "    NUMBER 2\n");
}

static void test_clauses(void **state) {
    (void)state;
    expect_stmt("gives: a, b\nplay: A: \"Play\", x, 2 coin\nat(3): x = 1; y", "CLAUSE gives\n"
                                                                              "  b: BLOCK\n"
                                                                              "    LIST\n"
                                                                              "      NAME a\n"
                                                                              "      NAME b\n"
                                                                              "CLAUSE play\n"
                                                                              "  b: BLOCK\n"
                                                                              "    CLAUSE A\n"
                                                                              "      b: BLOCK\n"
                                                                              "        LIST\n"
                                                                              "          NAME \"Play\"\n"
                                                                              "          NAME x\n"
                                                                              "          AMOUNT\n"
                                                                              "            a: NUMBER 2\n"
                                                                              "            b: NAME coin\n"
                                                                              "CLAUSE at\n"
                                                                              "  b: BLOCK\n"
                                                                              "    ASSIGN =\n"
                                                                              "      a: NAME x\n"
                                                                              "      b: NUMBER 1\n"
                                                                              "    DO\n"
                                                                              "      a: NAME y\n"
                                                                              "  NUMBER 3\n");
    expect_stmt("points: if a then 3 else 0", "CLAUSE points\n"
                                              "  b: BLOCK\n"
                                              "    DO\n"
                                              "      a: COND\n"
                                              "        a: NAME a\n"
                                              "        b: NUMBER 3\n"
                                              "        c: NUMBER 0\n");
    expect_stmt("look: colour red, icon \"sun\"\ntrack = value(kind, var: zone)", "CLAUSE look\n"
                                                                                  "  b: BLOCK\n"
                                                                                  "    LIST\n"
                                                                                  "      AMOUNT\n"
                                                                                  "        a: NAME colour\n"
                                                                                  "        b: NAME red\n"
                                                                                  "      AMOUNT\n"
                                                                                  "        a: NAME icon\n"
                                                                                  "        b: TEXT \"sun\"\n"
                                                                                  "ASSIGN =\n"
                                                                                  "  a: NAME track\n"
                                                                                  "  b: CALL\n"
                                                                                  "    a: NAME value\n"
                                                                                  "    NAME kind\n"
                                                                                  "    ARG var\n"
                                                                                  "      a: NAME zone\n");
}

static void test_looks(void **state) {
    (void)state;
    expect_stmt("look: green leaf \"P\"", "CLAUSE look\n"
                                          "  b: BLOCK\n"
                                          "    DO\n"
                                          "      a: AMOUNT\n"
                                          "        a: AMOUNT\n"
                                          "          a: NAME green\n"
                                          "          b: NAME leaf\n"
                                          "        b: TEXT \"P\"\n");
    expect_stmt("look: ground red rock globe", "CLAUSE look\n"
                                               "  b: BLOCK\n"
                                               "    DO\n"
                                               "      a: AMOUNT\n"
                                               "        a: AMOUNT\n"
                                               "          a: AMOUNT\n"
                                               "            a: NAME ground\n"
                                               "            b: NAME red\n"
                                               "          b: NAME rock\n"
                                               "        b: NAME globe\n");
}

/* ---- declarations */

static void test_small_declarations(void **state) {
    (void)state;
    expect_tree("resource coin(worth: 2) \"coins\", \"old wood\"\n", "ENUM resource\n"
                                                                     "  MEMBER coin \"coins\"\n"
                                                                     "    ARG worth\n"
                                                                     "      a: NUMBER 2\n"
                                                                     "  MEMBER old wood\n");
    expect_tree("def f \"f\"(look: keep(1)): gain()\n", "DEF f \"f\"\n"
                                                        "  b: BLOCK\n"
                                                        "    DO\n"
                                                        "      a: CALL\n"
                                                        "        a: NAME gain\n"
                                                        "  look: CALL\n"
                                                        "    a: NAME keep\n"
                                                        "    NUMBER 1\n");
    expect_tree("option last \"Last round\" = 12, 0\n", "OPTION_DECL last \"Last round\"\n  NUMBER 12\n  NUMBER 0\n");
    expect_tree("var a[tag](see: owner): number(0..) \"left\" = 1 per year\n", "VAR a \"left\"\n"
                                                                               "  a: TYPE number\n"
                                                                               "    a: BINARY ..\n"
                                                                               "      a: NUMBER 0\n"
                                                                               "    c: NAME year\n"
                                                                               "  b: NUMBER 1\n"
                                                                               "  c: TYPE tag\n"
                                                                               "  ARG see\n"
                                                                               "    a: NAME owner\n");
    expect_tree("zone hand(card, see: owner) \"hand\"\n", "ZONE hand \"hand\"\n"
                                                          "  NAME card\n"
                                                          "  ARG see\n"
                                                          "    a: NAME owner\n");
    expect_tree("end when a == 3 \"over\"\n", "END_WHEN \"over\"\n"
                                              "  a: BINARY ==\n"
                                              "    a: NAME a\n"
                                              "    b: NUMBER 3\n");
    expect_tree("tie: a, b\n", "TIE\n  NAME a\n  NAME b\n");
    expect_tree("tie:\n  a, b\n  c\n", "TIE\n  NAME a\n  NAME b\n  NAME c\n");
}

static void test_routines(void **state) {
    (void)state;
    expect_tree("def f(a: amount..., s: set cell = g()) -> set cell \"text\": h()\n", "DEF f \"text\"\n"
                                                                                      "  a: TYPE set\n"
                                                                                      "    b: TYPE cell\n"
                                                                                      "  b: BLOCK\n"
                                                                                      "    DO\n"
                                                                                      "      a: CALL\n"
                                                                                      "        a: NAME h\n"
                                                                                      "  PARAM a\n"
                                                                                      "    a: TYPE amount ...\n"
                                                                                      "  PARAM s\n"
                                                                                      "    a: TYPE set\n"
                                                                                      "      b: TYPE cell\n"
                                                                                      "    b: CALL\n"
                                                                                      "      a: NAME g\n");
    expect_tree("value v -> bool\nsignal s(t: piece) \"x\": a()\n", "VALUE v\n"
                                                                    "  a: TYPE bool\n"
                                                                    "SIGNAL s \"x\"\n"
                                                                    "  b: BLOCK\n"
                                                                    "    DO\n"
                                                                    "      a: CALL\n"
                                                                    "        a: NAME a\n"
                                                                    "  PARAM t\n"
                                                                    "    a: TYPE piece\n");
}

static void test_kinds_and_instances(void **state) {
    (void)state;
    expect_tree("kind a is b(n: 2)\n", "KIND a\n"
                                       "  a: NAME b\n"
                                       "    ARG n\n"
                                       "      a: NUMBER 2\n");
    expect_tree("kind a(n: number) is b \"text\":\n"
                "  value v -> bool = true\n  rule do\n  def d: x\n  var n: bool\n  zone z(c)\n  track t(0..1)\n"
                "  instead placed(x): y\n  value: 3\n",
                "KIND a \"text\"\n"
                "  a: NAME b\n"
                "  b: BLOCK\n"
                "    VALUE v\n"
                "      a: TYPE bool\n"
                "      c: NAME true\n"
                "    RULE do\n"
                "    DEF d\n"
                "      b: BLOCK\n"
                "        DO\n"
                "          a: NAME x\n"
                "    VAR n\n"
                "      a: TYPE bool\n"
                "    ZONE z\n"
                "      NAME c\n"
                "    TRACK t\n"
                "      BINARY ..\n"
                "        a: NUMBER 0\n"
                "        b: NUMBER 1\n"
                "    INSTEAD\n"
                "      a: PATTERN placed\n"
                "        NAME x\n"
                "      b: BLOCK\n"
                "        DO\n"
                "          a: NAME y\n"
                "    CLAUSE value\n"
                "      b: BLOCK\n"
                "        DO\n"
                "          a: NUMBER 3\n"
                "  PARAM n\n"
                "    a: TYPE number\n");
    expect_tree("card \"Big One\"(14, x) \"text\": do: a(1 coin); b()\n", "INSTANCE Big One \"text\"\n"
                                                                          "  a: NAME card\n"
                                                                          "  b: BLOCK\n"
                                                                          "    CLAUSE do\n"
                                                                          "      b: BLOCK\n"
                                                                          "        DO\n"
                                                                          "          a: CALL\n"
                                                                          "            a: NAME a\n"
                                                                          "            AMOUNT\n"
                                                                          "              a: NUMBER 1\n"
                                                                          "              b: NAME coin\n"
                                                                          "        DO\n"
                                                                          "          a: CALL\n"
                                                                          "            a: NAME b\n"
                                                                          "  NUMBER 14\n"
                                                                          "  NAME x\n");
    expect_tree("face f1(a)\n", "INSTANCE f1\n  a: NAME face\n  NAME a\n");
}

static void test_track_and_board(void **state) {
    (void)state;
    expect_tree("track t(-3..8, step: 2) \"text\":\n  at -2, 0: a()\n  look: colour red\n",
                "TRACK t \"text\"\n"
                "  b: BLOCK\n"
                "    MARK\n"
                "      b: BLOCK\n"
                "        DO\n"
                "          a: CALL\n"
                "            a: NAME a\n"
                "      NEGATE\n"
                "        a: NUMBER 2\n"
                "      NUMBER 0\n"
                "    CLAUSE look\n"
                "      b: BLOCK\n"
                "        DO\n"
                "          a: AMOUNT\n"
                "            a: NAME colour\n"
                "            b: NAME red\n"
                "  BINARY ..\n"
                "    a: NEGATE\n"
                "      a: NUMBER 3\n"
                "    b: NUMBER 8\n"
                "  ARG step\n"
                "    a: NUMBER 2\n");
    expect_tree("board b(hex):\n  row(land(2 coin), 3 site, mid: land)\n  link(a, b)\n", "BOARD b\n"
                                                                                         "  b: BLOCK\n"
                                                                                         "    DO\n"
                                                                                         "      a: CALL\n"
                                                                                         "        a: NAME row\n"
                                                                                         "        CALL\n"
                                                                                         "          a: NAME land\n"
                                                                                         "          AMOUNT\n"
                                                                                         "            a: NUMBER 2\n"
                                                                                         "            b: NAME coin\n"
                                                                                         "        AMOUNT\n"
                                                                                         "          a: NUMBER 3\n"
                                                                                         "          b: NAME site\n"
                                                                                         "        ARG mid\n"
                                                                                         "          a: NAME land\n"
                                                                                         "    DO\n"
                                                                                         "      a: CALL\n"
                                                                                         "        a: NAME link\n"
                                                                                         "        NAME a\n"
                                                                                         "        NAME b\n"
                                                                                         "  NAME hex\n");
}

static void test_modules(void **state) {
    (void)state;
    expect_tree("if a:\n  tag x\nelse if b: tag y\nelse:\n  when s: c\n", "MODULE\n"
                                                                          "  a: NAME a\n"
                                                                          "  b: MODULE\n"
                                                                          "    MODULE\n"
                                                                          "      a: NAME b\n"
                                                                          "      b: MODULE\n"
                                                                          "        WHEN\n"
                                                                          "          a: PATTERN s\n"
                                                                          "          b: BLOCK\n"
                                                                          "            DO\n"
                                                                          "              a: NAME c\n"
                                                                          "      ENUM tag\n"
                                                                          "        MEMBER y\n"
                                                                          "  ENUM tag\n"
                                                                          "    MEMBER x\n");
}

static void test_game_score_scenario(void **state) {
    (void)state;
    expect_tree("game \"G\": players: 1..2\nscore: turn: me.x\nscenario \"s\"(players: 1):\n  check: a; b\n",
                "GAME G\n"
                "  b: BLOCK\n"
                "    CLAUSE players\n"
                "      b: BLOCK\n"
                "        DO\n"
                "          a: BINARY ..\n"
                "            a: NUMBER 1\n"
                "            b: NUMBER 2\n"
                "SCORE\n"
                "  b: BLOCK\n"
                "    CLAUSE turn\n"
                "      b: BLOCK\n"
                "        DO\n"
                "          a: FIELD x\n"
                "            a: NAME me\n"
                "SCENARIO s\n"
                "  b: BLOCK\n"
                "    CLAUSE check\n"
                "      b: BLOCK\n"
                "        DO\n"
                "          a: NAME a\n"
                "        DO\n"
                "          a: NAME b\n"
                "  ARG players\n"
                "    a: NUMBER 1\n");
    expect_tree("player:\n  var a: bool\n  look: x\n", "PLAYER\n"
                                                       "  VAR a\n"
                                                       "    a: TYPE bool\n"
                                                       "  CLAUSE look\n"
                                                       "    b: BLOCK\n"
                                                       "      DO\n"
                                                       "        a: NAME x\n");
}

/* ---- places and names */

static void test_places(void **state) {
    (void)state;
    expect_tree_with("def foo -> bool = a + bc(2,\n  3)\n", true,
                     "DEF foo @1:5+3\n"
                     "  a: TYPE bool @1:12+4\n"
                     "  c: BINARY + @1:19+1\n"
                     "    a: NAME a @1:19+1\n"
                     "    b: CALL @1:23+2\n"
                     "      a: NAME bc @1:23+2\n"
                     "      NUMBER 2 @1:26+1\n"
                     "      NUMBER 3 @2:3+1\n");
    expect_tree_with("flow:\n  choose cc in 1..x; a.b = -2 y\n", true,
                     "FLOW @1:1+4\n"
                     "  b: BLOCK @1:5+1\n"
                     "    CHOOSE cc @2:3+9\n"
                     "      a: BINARY .. @2:16+4\n"
                     "        a: NUMBER 1 @2:16+1\n"
                     "        b: NAME x @2:19+1\n"
                     "    ASSIGN = @2:22+10\n"
                     "      a: FIELD b @2:22+3\n"
                     "        a: NAME a @2:22+1\n"
                     "      b: NEGATE @2:28+4\n"
                     "        a: AMOUNT @2:29+3\n"
                     "          a: NUMBER 2 @2:29+1\n"
                     "          b: NAME y @2:31+1\n");
}

static void test_names_are_shared(void **state) {
    (void)state;
    struct parsed *r = parse_text("def me_too(a: x) = a + me + \"a\" + me\n");
    const struct node *def = r->file->kids, *plus = def->c;
    assert_ptr_equal(plus->b->name, plus->a->a->b->name); /* me, me */
    assert_ptr_equal(plus->a->b->name, def->kids->name);  /* "a", a */
    assert_int_equal(plus->a->b->number, 1);
    assert_int_equal(def->kids->number, 0);
    parsed_free(r);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_precedence),
        cmocka_unit_test(test_later_words),
        cmocka_unit_test(test_postfix),
        cmocka_unit_test(test_amounts),
        cmocka_unit_test(test_sets_and_aggregates),
        cmocka_unit_test(test_simple_statements),
        cmocka_unit_test(test_compound_statements),
        cmocka_unit_test(test_parts_of_the_flow),
        cmocka_unit_test(test_clauses),
        cmocka_unit_test(test_looks),
        cmocka_unit_test(test_small_declarations),
        cmocka_unit_test(test_routines),
        cmocka_unit_test(test_kinds_and_instances),
        cmocka_unit_test(test_track_and_board),
        cmocka_unit_test(test_modules),
        cmocka_unit_test(test_game_score_scenario),
        cmocka_unit_test(test_places),
        cmocka_unit_test(test_names_are_shared),
    };
    return cmocka_run_group_tests_name("lang.parser", tests, NULL, NULL);
}

// A real client: the protocol library of VS Code speaks to `terrane lsp` about a shipped game of several files.
// Usage: node client.cjs TERRANE GAME
const { createRequire } = require("node:module");
const { spawn } = require("node:child_process");
const { readFileSync } = require("node:fs");
const { pathToFileURL } = require("node:url");
const assert = require("node:assert/strict");
const path = require("node:path");
const lib = createRequire(path.join(__dirname, "../../editors/vscode/package.json"));
const lsp = lib("vscode-languageserver-protocol/node");

const [terrane, game] = process.argv.slice(2);
const server = spawn(terrane, ["lsp"], { stdio: ["pipe", "pipe", "inherit"] });
const connection = lsp.createProtocolConnection(
  new lsp.StreamMessageReader(server.stdout),
  new lsp.StreamMessageWriter(server.stdin),
);
const told = new Map(); // by address
let heard = () => {};
connection.onNotification(lsp.PublishDiagnosticsNotification.type, (m) => {
  told.set(m.uri, m.diagnostics);
  heard();
});
connection.listen();

const uri = pathToFileURL(path.resolve(game)).href;
const text = readFileSync(game, "utf8");
const lines = text.split("\n");
const textDocument = { uri };

// Where `word` stands in the first line that has `inside` in it.
function place(inside, word) {
  const line = lines.findIndex((l) => l.includes(inside));
  assert.ok(line >= 0, `no line has ${inside}`);
  return { line, character: lines[line].indexOf(word) };
}

async function diagnostics() {
  while (!told.has(uri)) await new Promise((done) => (heard = done));
  const said = told.get(uri);
  told.delete(uri);
  return said;
}

function applied(edits) {
  const changed = [...lines];
  const behind = (a, b) => b.range.start.line - a.range.start.line || b.range.start.character - a.range.start.character;
  for (const { range, newText } of [...edits].sort(behind)) {
    const { line, character } = range.start;
    changed[line] = changed[line].slice(0, character) + newText + changed[line].slice(range.end.character);
  }
  return changed.join("\n");
}

async function main() {
  const started = await connection.sendRequest(lsp.InitializeRequest.type, {
    processId: process.pid,
    rootUri: null,
    capabilities: { textDocument: { rename: { prepareSupport: true } } },
  });
  const can = started.capabilities;
  const wanted = "hover definition references documentFormatting foldingRange inlayHint workspaceSymbol";
  for (const provider of wanted.split(" "))
    assert.ok(can[`${provider}Provider`], provider);
  connection.sendNotification(lsp.InitializedNotification.type, {});
  connection.sendNotification(lsp.DidOpenTextDocumentNotification.type, {
    textDocument: { uri, languageId: "terrane", version: 1, text },
  });
  assert.deepEqual(await diagnostics(), []);
  const ask = (type, more) => connection.sendRequest(type, { textDocument, ...more });

  // The first def with a parameter: its references, another name for it and back.
  const def = lines.find((l) => /^def \w+\(\w+: /.test(l));
  const name = /^def (\w+)/.exec(def)[1];
  const position = place(def, name);
  const found = await ask(lsp.ReferencesRequest.type, { position, context: { includeDeclaration: true } });
  assert.ok(found.length > 1, `references of ${name}`);
  const hover = await ask(lsp.HoverRequest.type, { position });
  assert.ok(hover.contents.value.includes(name));
  const range = await ask(lsp.PrepareRenameRequest.type, { position });
  assert.deepEqual(range.start, position);
  const edit = await ask(lsp.RenameRequest.type, { position, newName: "another_name" });
  const all = Object.values(edit.changes).flat();
  assert.equal(all.length, found.length);
  connection.sendNotification(lsp.DidChangeTextDocumentNotification.type, {
    textDocument: { uri, version: 2 },
    contentChanges: [{ text: applied(edit.changes[uri]) }],
  });
  const said = await diagnostics();
  if (Object.keys(edit.changes).length === 1) assert.deepEqual(said, []); // else files that are not open have the old name
  connection.sendNotification(lsp.DidChangeTextDocumentNotification.type, {
    textDocument: { uri, version: 3 },
    contentChanges: [{ text }],
  });
  assert.deepEqual(await diagnostics(), []);
  await assert.rejects(ask(lsp.RenameRequest.type, { position, newName: "players" }), /would not mean the same/);

  assert.deepEqual(await ask(lsp.DocumentFormattingRequest.type, { options: { tabSize: 2, insertSpaces: true } }), []);
  assert.ok((await ask(lsp.FoldingRangeRequest.type)).length > 10);
  assert.ok((await ask(lsp.DocumentSymbolRequest.type)).length > 10);
  const tokens = await ask(lsp.SemanticTokensRequest.type);
  assert.ok(tokens.data.length > 100 && tokens.data.length % 5 === 0);
  const symbols = await connection.sendRequest(lsp.WorkspaceSymbolRequest.type, { query: name.toUpperCase() });
  assert.ok(symbols.some((s) => s.name === name));
  const whole = { start: { line: 0, character: 0 }, end: { line: lines.length, character: 0 } };
  assert.ok(Array.isArray(await ask(lsp.InlayHintRequest.type, { range: whole })));
  assert.deepEqual(await ask(lsp.CodeActionRequest.type, { range: whole, context: { diagnostics: [] } }), []);
  const inside = { line: position.line, character: position.character + name.length + 1 };
  const help = await ask(lsp.SignatureHelpRequest.type, { position: inside });
  assert.ok(help.signatures[0].label.startsWith(`${name}(`));

  await connection.sendRequest(lsp.ShutdownRequest.type);
  const over = new Promise((done) => server.on("exit", done));
  await connection.sendNotification(lsp.ExitNotification.type);
  assert.equal(await over, 0);
  console.log(`${path.basename(game)}: ${found.length} references of ${name}, ${tokens.data.length / 5} tokens`);
}

main().then(
  () => process.exit(0),
  (error) => {
    console.error(error);
    process.exit(1);
  },
);

// The language server as a client of VS Code, and scenarios run in a terminal.
const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

function program() {
  return vscode.workspace.getConfiguration("terrane").get("path") || "terrane";
}

async function start() {
  client = new LanguageClient(
    "terrane",
    "Terrane",
    { command: program(), args: ["lsp"] },
    { documentSelector: [{ language: "terrane" }] },
  );
  try {
    await client.start();
  } catch (error) {
    client = undefined;
    const choice = await vscode.window.showErrorMessage(
      `Terrane: "${program()} lsp" does not start (${error.message}). Set terrane.path to the program.`,
      "Open settings",
    );
    if (choice) vscode.commands.executeCommand("workbench.action.openSettings", "terrane.path");
  }
}

async function stop() {
  if (client) await client.stop();
  client = undefined;
}

// As a task: its panel stays open, and the arguments are passed as a list, so that no shell reads a scenario's name.
function run(...args) {
  const execution = new vscode.ProcessExecution(program(), args);
  const scope = vscode.workspace.workspaceFolders ? vscode.TaskScope.Workspace : vscode.TaskScope.Global;
  return vscode.tasks.executeTask(new vscode.Task({ type: "process" }, scope, "scenarios", "Terrane", execution));
}

exports.activate = async (context) => {
  const command = (name, does) => context.subscriptions.push(vscode.commands.registerCommand(name, does));
  command("terrane.runScenario", (path, name) => run("test", path, name, "--verbose"));
  command("terrane.test", () => {
    const file = vscode.window.activeTextEditor?.document.fileName;
    if (file) run("test", file, "--verbose");
  });
  command("terrane.restart", async () => {
    await stop();
    await start();
  });
  await start();
};

exports.deactivate = stop;

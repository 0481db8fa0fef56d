-- Neovim as a client of `terrane lsp`: opens the game in $GAME, makes a mistake, looks things up, renames.
local function check()
  vim.o.swapfile = false
  vim.cmd("edit " .. os.getenv("GAME"))
  local id = vim.lsp.start_client({ name = "terrane", cmd = { os.getenv("TERRANE"), "lsp" } })
  assert(vim.lsp.buf_attach_client(0, id))
  local function is_ready() return vim.lsp.get_client_by_id(id).initialized and vim.lsp.buf_is_attached(0, id) end
  assert(vim.wait(20000, is_ready, 20), "the server does not begin")

  local function ask(method, more)
    local params = { textDocument = vim.lsp.util.make_text_document_params() }
    for key, value in pairs(more or {}) do params[key] = value end
    local answers = assert(vim.lsp.buf_request_sync(0, method, params, 20000), method .. " is not answered")
    local answer = answers[id]
    assert(answer and not answer.error, method .. ": " .. vim.inspect(answer))
    return answer.result
  end

  -- Where a word stands in the first line that has `inside`.
  local function place(inside, word)
    for n, line in ipairs(vim.api.nvim_buf_get_lines(0, 0, -1, true)) do
      if line:find(inside, 1, true) then return { line = n - 1, character = line:find(word, 1, true) - 1 } end
    end
    error("no line has " .. inside)
  end

  local function told(count, what)
    local heard = vim.wait(20000, function() return #vim.diagnostic.get(0) == count end, 20)
    assert(heard, what .. ": " .. vim.inspect(vim.diagnostic.get(0)))
    return vim.diagnostic.get(0)
  end

  local tokens = ask("textDocument/semanticTokens/full")
  assert(#tokens.data > 0 and #tokens.data % 5 == 0)
  local grid = place("board grid", "grid")
  local hover = ask("textDocument/hover", { position = grid })
  assert(vim.inspect(hover.contents):find("grid", 1, true))
  local found = ask("textDocument/references", { position = grid, context = { includeDeclaration = true } })
  assert(#found > 1)
  assert(#ask("textDocument/codeLens") > 0)

  -- a mistake, told and taken back
  local turn = place("flow:", "flow").line + 1
  vim.api.nvim_buf_set_lines(0, turn, turn, true, { "  gian(1)" })
  local mistake = told(1, "the mistake")[1]
  assert(mistake.lnum == turn and mistake.message:find("unknown verb", 1, true), vim.inspect(mistake))
  vim.api.nvim_buf_set_lines(0, turn, turn, true, { "  for s in " })
  local items = ask("textDocument/completion", { position = { line = turn, character = 11 } }).items
  assert(#items > 10)
  vim.api.nvim_buf_set_lines(0, turn, turn + 2, true, {})
  told(0, "without the mistake")

  -- a rename that the editor carries out
  vim.lsp.util.apply_workspace_edit(ask("textDocument/rename", { position = grid, newName = "field" }), "utf-16")
  assert(place("board field", "field").line == grid.line)
  told(0, "after the rename")
  print(#found .. " references, " .. #tokens.data / 5 .. " tokens, " .. #items .. " completions")
end

local well, why = xpcall(check, debug.traceback)
if not well then
  io.stderr:write(tostring(why), "\n")
  vim.cmd("cquit 1")
end
vim.cmd("qall!")

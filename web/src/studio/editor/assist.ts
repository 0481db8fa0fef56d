// What the language server does for who writes: completion, hover, definition, rename, form, cures for messages. Each
// asks it at a place of the text and shows the answer; nothing is worked out here.
import {
  autocompletion, type Completion, type CompletionContext, type CompletionResult, pickedCompletion,
} from '@codemirror/autocomplete'
import type { Action } from '@codemirror/lint'
import type { Extension, Text } from '@codemirror/state'
import { EditorView, hoverTooltip, keymap, showDialog } from '@codemirror/view'
import { sayStudio } from '../../messages/studio'
import type { Edit } from '../files'
import type { Studio } from '../studio.svelte'
import { Refused, type LanguageServer, type Position, type Range, type TextEdit, type WorkspaceEdit } from './server'

export interface Desk {
  studio: Studio
  server: LanguageServer
  path: () => string
}

export const positionAt = (doc: Text, at: number): Position => {
  const line = doc.lineAt(at)
  return { line: line.number - 1, character: at - line.from }
}
export function offsetAt(doc: Text, { line, character }: Position): number {
  if (line >= doc.lines) return doc.length
  const { from, to } = doc.line(line + 1)
  return Math.min(to, from + character)
}

/** The same in a text that no editor holds. */
function offsetIn(text: string, { line, character }: Position): number {
  let from = 0
  for (let n = 0; n < line; n++) from = text.indexOf('\n', from) + 1
  return from + character
}

function editsOf({ studio, server }: Desk, edit: WorkspaceEdit): Edit[] {
  return Object.entries(edit.changes ?? {}).flatMap(([uri, edits]) => {
    const path = server.pathOf(uri)
    const text = studio.project.files[path] ?? ''
    return edits.map(({ range, newText }) => ({ path, from: offsetIn(text, range.start), to: offsetIn(text, range.end),
      text: newText }))
  })
}

const KINDS: Record<number, string> = { 3: 'function', 5: 'property', 6: 'variable', 7: 'class', 10: 'property',
  13: 'enum', 14: 'keyword', 20: 'constant', 21: 'constant', 23: 'type' }

interface Item {
  label: string
  kind: number
  detail?: string
  documentation?: string | { value: string }
  insertText?: string
  insertTextFormat?: number // 2: with a place for the cursor
  sortText?: string
}

const CURSOR = '$0'

/** Writes a text and leaves the cursor at its place. */
const withCursor = (written: string): Completion['apply'] => (view, completion, from, to) => {
  const at = written.indexOf(CURSOR)
  view.dispatch({
    changes: { from, to, insert: written.replace(CURSOR, '') },
    selection: { anchor: from + at },
    annotations: pickedCompletion.of(completion),
    userEvent: 'input.complete',
  })
}

async function complete(desk: Desk, context: CompletionContext): Promise<CompletionResult | null> {
  const word = context.matchBefore(/[\w-]*/)
  const behind = context.state.sliceDoc(Math.max(0, context.pos - 1), context.pos)
  if (!context.explicit && (!word || word.from === word.to) && behind !== '.') return null
  desk.server.has(desk.path(), context.state.doc.toString())
  const found = await desk.server.at<{ items: Item[] } | Item[] | null>('completion', desk.path(),
    positionAt(context.state.doc, context.pos)).catch(() => null)
  const items = Array.isArray(found) ? found : (found?.items ?? [])
  if (context.aborted || items.length === 0) return null
  const options = items.map((item, i): Completion => ({
    label: item.label,
    apply: item.insertTextFormat === 2 ? withCursor(item.insertText!) : (item.insertText ?? item.label),
    type: KINDS[item.kind] ?? 'text',
    boost: Math.max(-99, -i), // the order is the server's
    ...(item.detail && { detail: item.detail }),
    ...(item.documentation && { info: typeof item.documentation === 'string' ? item.documentation :
      item.documentation.value }),
  }))
  return { from: word?.from ?? context.pos, options, validFor: /^[\w-]*$/ }
}

/** Markdown as the server writes it: a block of code, and lines. */
function told(markdown: string): HTMLElement {
  const box = document.createElement('div')
  box.className = 'told'
  for (const [i, part] of markdown.split('```').entries()) {
    const element = document.createElement(i % 2 ? 'pre' : 'p')
    element.textContent = i % 2 ? part.replace(/^\w*\n/, '').trimEnd() : part.replace(/\*\*|`/g, '').trim()
    if (element.textContent) box.append(element)
  }
  return box
}

const hover = (desk: Desk) =>
  hoverTooltip(async (view, at) => {
    const { doc } = view.state
    desk.server.has(desk.path(), doc.toString())
    const found = await desk.server.at<{ contents: { value: string } | string; range?: Range } | null>('hover',
      desk.path(), positionAt(doc, at)).catch(() => null)
    if (!found) return null
    const { contents, range } = found
    return {
      pos: range ? offsetAt(doc, range.start) : at,
      ...(range && { end: offsetAt(doc, range.end) }),
      above: true,
      create: () => ({ dom: told(typeof contents === 'string' ? contents : contents.value) }),
    }
  })

interface Location {
  uri: string
  range: Range
}

async function goToDefinition(desk: Desk, view: EditorView, at: number) {
  const { doc } = view.state
  desk.server.has(desk.path(), doc.toString())
  const found = await desk.server.at<Location | Location[] | null>('definition', desk.path(), positionAt(doc, at))
    .catch(() => null)
  const place = Array.isArray(found) ? found[0] : found
  const path = place && desk.server.pathOf(place.uri)
  const text = path ? desk.studio.project.files[path] : undefined
  if (!place || text === undefined) return desk.studio.tell(sayStudio().editor.noDefinition)
  desk.studio.go({ path: path!, from: offsetIn(text, place.range.start), to: offsetIn(text, place.range.end) })
}

async function rename(desk: Desk, view: EditorView) {
  const m = sayStudio().editor
  const at = positionAt(view.state.doc, view.state.selection.main.head)
  desk.server.has(desk.path(), view.state.doc.toString())
  try {
    const can = await desk.server.at<(Range & { placeholder?: string; range?: Range }) | null>('prepareRename',
      desk.path(), at)
    if (!can) return desk.studio.tell(m.cannotRename)
    const { start, end } = can.range ?? can
    const { doc } = view.state
    const before = can.placeholder ?? doc.sliceString(offsetAt(doc, start), offsetAt(doc, end))
    const { close, result } = showDialog(view, { label: m.rename, submitLabel: 'OK', focus: true,
      input: { name: 'name', value: before, size: '28' } })
    const form = await result
    view.dispatch({ effects: close })
    view.focus()
    const name = form && String(new FormData(form).get('name') ?? '').trim()
    if (!name || name === before) return
    const edits = editsOf(desk, await desk.server.at<WorkspaceEdit>('rename', desk.path(), at, { newName: name }))
    desk.studio.apply(edits)
    desk.studio.tell(m.renamed(edits.length))
  } catch (e) {
    desk.studio.tell(e instanceof Refused ? e.message : m.cannotRename)
  }
}

async function format(desk: Desk, view: EditorView) {
  desk.server.has(desk.path(), view.state.doc.toString())
  const { doc } = view.state
  const edits = await desk.server.of<TextEdit[] | null>('formatting', desk.path(), { options: {} }).catch(() => null)
  if (!edits?.length) return desk.studio.tell(sayStudio().editor.formatted)
  if (doc !== view.state.doc) return // it was typed on meanwhile
  const text = edits.length === 1 ? edits[0]! : null
  if (text && offsetAt(doc, text.range.start) === 0) desk.studio.replace(desk.path(), text.newText)
  else desk.studio.apply(edits.map(({ range, newText }) => ({ path: desk.path(), from: offsetAt(doc, range.start),
    to: offsetAt(doc, range.end), text: newText })))
}

interface Cure {
  title: string
  edit?: WorkspaceEdit
}

/** What would mend what is wrong at a place, each one click. */
export async function curesFor(desk: Desk, view: EditorView, from: number, to: number): Promise<Action[]> {
  const { doc } = view.state
  const range = { start: positionAt(doc, from), end: positionAt(doc, to) }
  const cures = await desk.server.of<Cure[] | null>('codeAction', desk.path(), { range, context: { diagnostics: [] } })
    .catch(() => null)
  return (cures ?? []).filter((c) => c.edit).map((c) => ({ name: c.title,
    apply: () => desk.studio.apply(editsOf(desk, c.edit!)) }))
}

export const commands = { rename, format, goToDefinition: (desk: Desk, view: EditorView) =>
  goToDefinition(desk, view, view.state.selection.main.head) }

export function assist(desk: Desk): Extension {
  const does = (what: (desk: Desk, view: EditorView) => Promise<void>) => (view: EditorView) => {
    void what(desk, view)
    return true
  }
  return [
    autocompletion({ override: [(context) => complete(desk, context)], icons: false, activateOnTyping: true }),
    hover(desk),
    keymap.of([
      { key: 'F12', run: does(commands.goToDefinition) },
      { key: 'F2', run: does(rename) },
      { key: 'Shift-Alt-f', run: does(format) },
    ]),
    EditorView.domEventHandlers({
      mousedown(event, view) {
        const at = event.ctrlKey || event.metaKey ? view.posAtCoords({ x: event.clientX, y: event.clientY }) : null
        if (at === null || event.button !== 0) return false
        void goToDefinition(desk, view, at)
        return true
      },
    }),
  ]
}

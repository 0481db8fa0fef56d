// The editor as it is everywhere in the studio: what CodeMirror brings, chosen one by one, and how it looks. It lives
// in a shadow root, where its styles are adopted style sheets: the content policy of the page forbids style elements.
import { closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { bracketMatching, indentOnInput, indentService, indentUnit } from '@codemirror/language'
import { lintGutter, lintKeymap } from '@codemirror/lint'
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search'
import { EditorState, type Extension } from '@codemirror/state'
import {
  crosshairCursor, drawSelection, dropCursor, EditorView, highlightActiveLine, highlightActiveLineGutter,
  highlightSpecialChars, keymap, lineNumbers, rectangularSelection,
} from '@codemirror/view'
import { colours, terrane } from './colours'

const look = EditorView.theme({
  '&': { height: '100%', fontSize: '13px', color: 'var(--ink)', backgroundColor: 'var(--panel)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.5', scrollbarWidth: 'thin' },
  '.cm-content': { caretColor: 'var(--ink)', paddingBlock: '8px' },
  '.cm-cursor': { borderInlineStartColor: 'var(--ink)', borderInlineStartWidth: '2px' },
  '.cm-gutters': { backgroundColor: 'var(--panel)', color: 'var(--faint)', borderInlineEnd: '1px solid var(--line)' },
  '.cm-activeLine': { backgroundColor: 'color-mix(in oklab, var(--accent-soft) 34%, transparent)' },
  '.cm-activeLineGutter': { backgroundColor: 'var(--accent-soft)', color: 'var(--ink)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'color-mix(in oklab, var(--accent) 28%, transparent)' },
  '.cm-selectionMatch': { backgroundColor: 'color-mix(in oklab, var(--hot) 18%, transparent)' },
  '.cm-searchMatch': { backgroundColor: 'color-mix(in oklab, var(--hot) 30%, transparent)' },
  '.cm-searchMatch-selected': { backgroundColor: 'color-mix(in oklab, var(--hot) 60%, transparent)' },
  '&.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--accent-soft)', outline: '1px solid var(--accent)' },
  '.cm-tooltip': { border: '1px solid var(--line)', borderRadius: '8px', backgroundColor: 'var(--raised)',
    color: 'var(--ink)', boxShadow: 'var(--shadow-high)', overflow: 'hidden', maxWidth: 'min(34rem, 92vw)' },
  '.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--mono)', maxHeight: '15em' },
  '.cm-tooltip-autocomplete > ul > li': { padding: '2px 8px' },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': { backgroundColor: 'var(--accent)', color: 'var(--accent-ink)' },
  '.cm-completionDetail': { color: 'var(--faint)', fontStyle: 'normal', marginInlineStart: '1em' },
  'li[aria-selected] .cm-completionDetail': { color: 'inherit' },
  '.cm-diagnostic': { padding: '4px 10px', whiteSpace: 'pre-wrap' },
  '.cm-diagnostic-error': { borderInlineStart: '4px solid var(--bad)' },
  '.cm-diagnostic-warning': { borderInlineStart: '4px solid var(--hot)' },
  '.cm-diagnosticAction': { backgroundColor: 'var(--accent)', color: 'var(--accent-ink)', borderRadius: '6px',
    border: '0', padding: '2px 8px', font: 'inherit', cursor: 'pointer' },
  '.cm-lintRange-error': { backgroundImage: 'none', textDecoration: 'underline wavy var(--bad) 1.5px',
    textUnderlineOffset: '3px' },
  '.cm-lintRange-warning': { backgroundImage: 'none', textDecoration: 'underline wavy var(--hot) 1.5px',
    textUnderlineOffset: '3px' },
  '.cm-panels': { backgroundColor: 'var(--raised)', color: 'var(--ink)', borderColor: 'var(--line)' },
  '.cm-panel input': { font: 'inherit', color: 'inherit', backgroundColor: 'var(--panel)', border:
    '1px solid var(--line)', borderRadius: '6px', padding: '3px 6px' },
  '.cm-panel button': { font: 'inherit', color: 'inherit', backgroundImage: 'none', backgroundColor: 'var(--panel)',
    border: '1px solid var(--line)', borderRadius: '6px', padding: '3px 8px', cursor: 'pointer' },
  '.cm-panel.cm-search label': { fontSize: '12px' },
  '.cm-scenarios .sign': { display: 'block', width: '1.5em', textAlign: 'center', cursor: 'pointer',
    color: 'var(--accent)' },
  '.cm-scenarios .sign.holds': { color: 'var(--good)', fontWeight: '700' },
  '.cm-scenarios .sign.fails': { color: 'var(--bad)', fontWeight: '700' },
  '.told': { padding: '6px 10px' },
  '.told pre': { margin: '0 0 4px', fontFamily: 'var(--mono)', whiteSpace: 'pre-wrap' },
  '.told p': { margin: '0', whiteSpace: 'pre-wrap', fontFamily: 'var(--sans)' },
})

/** A new line stands where the one before it does; behind a colon begins a block. */
const blocks = indentService.of((at, pos) => {
  if (at.simulatedBreak === null) return null
  const { text } = at.lineAt(pos, -1)
  const opens = /:[ \t]*(#.*)?$/.test(text)
  return at.countColumn(text, text.search(/\S|$/)) + (opens ? at.unit : 0)
})

/** `label`: what readers of screens are told the text is. */
export function usual(label: string, isRules: boolean): Extension[] {
  return [
    lineNumbers(),
    highlightActiveLineGutter(),
    highlightSpecialChars(),
    history(),
    drawSelection(),
    dropCursor(),
    EditorView.lineWrapping,
    EditorState.allowMultipleSelections.of(true),
    EditorState.tabSize.of(2),
    indentUnit.of('  '),
    indentOnInput(),
    ...(isRules ? [blocks] : []),
    bracketMatching(),
    closeBrackets(),
    rectangularSelection(),
    crosshairCursor(),
    highlightActiveLine(),
    highlightSelectionMatches(),
    search({ top: true }),
    lintGutter(),
    ...(isRules ? [terrane, colours] : []),
    EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0', spellcheck: 'false', autocorrect: 'off',
      autocapitalize: 'off' }),
    look,
    keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...searchKeymap, ...historyKeymap, ...completionKeymap,
      ...lintKeymap, indentWithTab]),
  ]
}

// The margin: a sign beside each scenario that runs it, and says how it went: it holds, it fails, it runs. A button for
// a pointer; keys have the list of scenarios beside the text.
import { type Extension, RangeSet, StateEffect, StateField, type Text } from '@codemirror/state'
import { gutter, GutterMarker } from '@codemirror/view'
import { sayStudio } from '../../messages/studio'

export type Standing = 'untried' | 'running' | 'holds' | 'fails'

/** What is known of a file's scenarios, by the line they begin on. */
export const standings = StateEffect.define<ReadonlyMap<string, Standing>>()

const SCENARIO = /^scenario[ \t]+"([^"]*)"/

/** Scenarios of a text by their names, with the line each begins on. */
export function scenariosOf(doc: Text): { name: string; from: number; line: number }[] {
  const found: { name: string; from: number; line: number }[] = []
  for (let n = 1; n <= doc.lines; n++) {
    const line = doc.line(n)
    const name = SCENARIO.exec(line.text)?.[1]
    if (name !== undefined) found.push({ name, from: line.from, line: n })
  }
  return found
}

class Sign extends GutterMarker {
  constructor(
    readonly name: string,
    readonly standing: Standing,
  ) {
    super()
  }

  override eq(other: Sign) {
    return other.name === this.name && other.standing === this.standing
  }

  override toDOM() {
    const m = sayStudio().editor
    const sign = document.createElement('span')
    sign.className = `sign ${this.standing}`
    sign.textContent = { untried: '▶', running: '…', holds: '✓', fails: '✗' }[this.standing]
    const so = { untried: '', running: m.runs, holds: m.holds, fails: m.fails }[this.standing]
    sign.title = so ? `${m.run} (${so})` : m.run
    sign.dataset.scenario = this.name
    return sign
  }
}

interface Known {
  by: ReadonlyMap<string, Standing>
  signs: RangeSet<GutterMarker>
}

const signsOf = (doc: Text, by: ReadonlyMap<string, Standing>): Known => ({ by, signs: RangeSet.of(
  scenariosOf(doc).map(({ name, from }) => new Sign(name, by.get(name) ?? 'untried').range(from))) })

const known = StateField.define<Known>({
  create: (state) => signsOf(state.doc, new Map()),
  update(value, transaction) {
    let { by } = value
    for (const effect of transaction.effects) if (effect.is(standings)) by = effect.value
    return transaction.docChanged || by !== value.by ? signsOf(transaction.state.doc, by) : value
  },
})

export function margin(run: (name: string) => void): Extension {
  return [
    known,
    gutter({
      class: 'cm-scenarios',
      markers: (view) => view.state.field(known).signs,
      domEventHandlers: {
        click(view, block) {
          const line = view.state.doc.lineAt(block.from)
          const name = SCENARIO.exec(line.text)?.[1]
          if (name !== undefined) run(name)
          return name !== undefined
        },
      },
    }),
  ]
}

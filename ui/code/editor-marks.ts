import { StateEffect, StateField, type Text } from '@codemirror/state'
import { Decoration, EditorView, type DecorationSet } from '@codemirror/view'

/** Something that is wrong at a line, counted from 1. */
export interface EditorMark {
  readonly line: number
  readonly message: string
}

const maxMarks = 200
const maxLength = 300

/** Replaces all marks by these. */
export const setMarks = StateEffect.define<readonly EditorMark[]>()

/** Lines that are wrong, with what is wrong at their end. They move with the text until others come. */
export const editorMarks = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(current, transaction) {
    const given = transaction.effects.find(effect => effect.is(setMarks))
    return given ? toDecorations(given.value as readonly EditorMark[], transaction.state.doc) : current.map(transaction.changes)
  },
  provide: field => EditorView.decorations.from(field),
})

function toDecorations(marks: readonly EditorMark[], document: Text): DecorationSet {
  const byLine = Map.groupBy(marks.slice(0, maxMarks), ({ line }) => Math.min(Math.max(line, 1), document.lines))
  const ranges = [...byLine].map(([line, found]) => {
    const words = found.map(({ message }) => message).join('; ')
    const attributes = { 'data-mistake': words.length > maxLength ? `${words.slice(0, maxLength)}…` : words }
    return Decoration.line({ class: 'cm-mistake', attributes }).range(document.line(line).from)
  })
  return Decoration.set(ranges, true)
}

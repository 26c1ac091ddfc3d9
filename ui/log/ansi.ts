/** The style of the terminal at a position in a log. */
export interface AnsiState {
  readonly front?: AnsiColour | undefined
  readonly back?: AnsiColour | undefined
  readonly marks: readonly string[]
}

/** One of the theme's eight, by name, or an exact one. */
export type AnsiColour = { readonly name: string } | { readonly exact: string }

export interface AnsiSpan extends AnsiState {
  readonly text: string
}

export const plainState: AnsiState = { marks: [] }

const names = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'] as const
const marks: Readonly<Record<number, string>> = {
  1: 'bold',
  2: 'dim',
  3: 'italic',
  4: 'underline',
  7: 'inverted',
  8: 'hidden',
  9: 'strikethrough',
}
const unmarks: Readonly<Record<number, readonly string[]>> = {
  21: ['bold'],
  22: ['bold', 'dim'],
  23: ['italic'],
  24: ['underline'],
  27: ['inverted'],
  28: ['hidden'],
  29: ['strikethrough'],
}

/** Colour codes, and all other codes of a terminal, which are left out. */
const escape = /\u001b(?:\[([0-9;:?]*)[ -/]*([@-~])|\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[@-Z\\-_])/g

/** The words of a line, without the codes in it. */
export function toPlainLine(line: string): string {
  return line.includes('\u001b') ? line.replace(escape, '') : line
}

/** A line in spans of one style, and the style that the next line begins with. */
export function readAnsi(line: string, start: AnsiState): { readonly spans: readonly AnsiSpan[]; readonly end: AnsiState } {
  const spans: AnsiSpan[] = []
  let state = start
  let from = 0
  for (const match of line.matchAll(escape)) {
    if (match.index > from) spans.push({ ...state, text: line.slice(from, match.index) })
    from = match.index + match[0].length
    if (match[2] === 'm') state = applyCodes(state, match[1] ?? '')
  }
  if (from < line.length) spans.push({ ...state, text: line.slice(from) })
  return { spans, end: state }
}

/** The lines that begin in a style which an earlier line left on. */
export function toLineStarts(lines: readonly string[]): ReadonlyMap<number, AnsiState> {
  const starts = new Map<number, AnsiState>()
  let state = plainState
  lines.forEach((line, index) => {
    if (!isPlain(state)) starts.set(index, state)
    const last = line.lastIndexOf('\u001b[')
    if (last === -1) return
    // Most lines reset their style; only the others have to be parsed.
    state = /^\u001b\[0?m/.test(line.slice(last, last + 4)) ? plainState : readAnsi(line, state).end
  })
  return starts
}

function isPlain({ front, back, marks: on }: AnsiState): boolean {
  return !front && !back && on.length === 0
}

function applyCodes(before: AnsiState, text: string): AnsiState {
  let state = before
  const codes = text.split(/[;:]/).map(Number)
  for (let at = 0; at < codes.length; at++) {
    const code = codes[at] ?? 0
    const mark = marks[code]
    const gone = unmarks[code]
    if (code === 0) state = plainState
    else if (mark !== undefined) state = { ...state, marks: state.marks.includes(mark) ? state.marks : [...state.marks, mark] }
    else if (gone) state = { ...state, marks: state.marks.filter(name => !gone.includes(name)) }
    else if (code === 39) state = { ...state, front: undefined }
    else if (code === 49) state = { ...state, back: undefined }
    else if (code === 38 || code === 48) {
      const { colour, used } = readExtended(codes.slice(at + 1, at + 5))
      if (colour) state = code === 38 ? { ...state, front: colour } : { ...state, back: colour }
      at += used
    } else if ((code >= 30 && code < 38) || (code >= 90 && code < 98)) state = { ...state, front: toNamed(code % 10) }
    else if ((code >= 40 && code < 48) || (code >= 100 && code < 108)) state = { ...state, back: toNamed(code % 10) }
  }
  return state
}

function toNamed(index: number): AnsiColour {
  return { name: names[index % 8] ?? 'white' }
}

/** After 38 and 48: `5;index` of a palette, or `2;red;green;blue`. */
function readExtended([kind, ...rest]: readonly number[]): { readonly colour?: AnsiColour; readonly used: number } {
  const isByte = (value: number | undefined): value is number => value !== undefined && value >= 0 && value <= 255
  if (kind === 5) return { used: 2, ...(isByte(rest[0]) && { colour: toPalette(rest[0]) }) }
  if (kind !== 2) return { used: 1 }
  const parts = rest.slice(0, 3)
  return { used: 4, ...(parts.length === 3 && parts.every(isByte) && { colour: { exact: `rgb(${parts.join(' ')})` } }) }
}

/** The first sixteen are the theme's, then a cube of 6 x 6 x 6, then greys. */
function toPalette(index: number): AnsiColour {
  if (index < 16) return toNamed(index)
  if (index >= 232)
    return {
      exact: `rgb(${Array(3)
        .fill((index - 232) * 10 + 8)
        .join(' ')})`,
    }
  const steps = [Math.floor((index - 16) / 36), Math.floor((index - 16) / 6) % 6, (index - 16) % 6]
  return { exact: `rgb(${steps.map(step => (step === 0 ? 0 : step * 40 + 55)).join(' ')})` }
}

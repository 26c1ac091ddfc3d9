import { plainState, readAnsi, type AnsiColour, type AnsiSpan, type AnsiState } from './ansi.ts'

/** A span of a line with one style. */
export interface LineSpan {
  readonly text: string
  /** Names of styles: `red`, `on-red`, `bold`, `found` and so on. */
  readonly looks: readonly string[]
  readonly color?: string | undefined
  readonly background?: string | undefined
}

/** A line in its colours, with the matches of the search. */
export function toLineSpans(line: string, words: string, start: AnsiState = plainState): readonly LineSpan[] {
  const spans = readAnsi(line, start).spans.map(toLineSpan)
  return words === '' ? spans : markFound(spans, words)
}

function toLineSpan({ text, marks, front, back }: AnsiSpan): LineSpan {
  const inverted = marks.includes('inverted')
  const [ink, paper] = inverted && (front || back) ? [back, front] : [front, back]
  const looks = marks.filter(mark => mark !== 'inverted' || (!front && !back))
  const named = (colour: AnsiColour | undefined, prefix = '') => (colour && 'name' in colour ? [`${prefix}${colour.name}`] : [])
  const exact = (colour: AnsiColour | undefined) => (colour && 'exact' in colour ? colour.exact : undefined)
  return { text, looks: [...looks, ...named(ink), ...named(paper, 'on-')], color: exact(ink), background: exact(paper) }
}

/** The matches, across spans: a word that changes its colour in the middle is found too. */
function markFound(spans: readonly LineSpan[], words: string): readonly LineSpan[] {
  const whole = spans.map(span => span.text).join('')
  const wanted = words.toLowerCase()
  const lower = whole.toLowerCase()
  // Lower case can be longer than the letter was; then offsets do not fit, and nothing is marked.
  if (lower.length !== whole.length) return spans
  const ranges: (readonly [number, number])[] = []
  for (let at = lower.indexOf(wanted); at !== -1; at = lower.indexOf(wanted, at + wanted.length)) ranges.push([at, at + wanted.length])
  let offset = 0
  return spans.flatMap(span => {
    const from = offset
    offset += span.text.length
    const inside = ranges.flatMap(([start, end]) => [start, end]).filter(cut => cut > from && cut < offset)
    const cuts = [from, ...inside, offset]
    return cuts.slice(0, -1).flatMap((cut, index) => {
      const next = cuts[index + 1] ?? offset
      const found = ranges.some(([start, end]) => start <= cut && next <= end)
      return next > cut ? [{ ...span, text: whole.slice(cut, next), looks: found ? [...span.looks, 'found'] : span.looks }] : []
    })
  })
}

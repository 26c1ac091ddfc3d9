import { inputError, type AppError } from './errors.ts'

/** A pattern as a tree. Wildcards never stand for a slash; only `**` as a whole path segment does. */
export type GlobNode =
  | { readonly kind: 'character'; readonly test: (character: string) => boolean; readonly isWild: boolean }
  | { readonly kind: 'slash' }
  | { readonly kind: 'star'; readonly isWholeSegment: boolean }
  | { readonly kind: 'globstar' }
  | { readonly kind: 'choice'; readonly choices: readonly GlobSequence[] }
  | { readonly kind: 'repeat'; readonly choices: readonly GlobSequence[]; readonly min: 0 | 1 }
  | { readonly kind: 'not'; readonly choices: readonly GlobSequence[] }

export type GlobSequence = readonly GlobNode[]

export const globLimits = { characters: 1000, depth: 10, values: 200 } as const

/** Where a part stands: what is before it and after it decides whether `**` is a whole segment. */
interface Place {
  readonly isStart: boolean
  readonly isEnd: boolean
  readonly depth: number
  readonly isRepeated: boolean
}

interface Source {
  readonly pattern: string
  /** How many values its ranges name so far. */
  values: number
}

const posixClasses: Readonly<Record<string, string>> = {
  alnum: String.raw`\p{L}\p{Nl}\p{Nd}`,
  alpha: String.raw`\p{L}\p{Nl}`,
  ascii: String.raw`\x00-\x7f`,
  blank: String.raw`\p{Zs}\t`,
  cntrl: String.raw`\p{Cc}`,
  digit: String.raw`\p{Nd}`,
  lower: String.raw`\p{Ll}`,
  punct: String.raw`\p{P}`,
  space: String.raw`\p{Z}\t\r\n\v\f`,
  upper: String.raw`\p{Lu}`,
  word: String.raw`\p{L}\p{Nl}\p{Nd}\p{Pc}`,
  xdigit: 'A-Fa-f0-9',
}

/** Reads a pattern. Signs without a partner, such as an open bracket, stand for themselves. */
export function parseGlob(pattern: string): GlobSequence {
  if (pattern.length > globLimits.characters)
    throw invalidGlob(pattern, `it has ${pattern.length} characters, and at most ${globLimits.characters} are allowed`)
  const characters = [...pattern]
  return sequenceOf(characters, { isStart: true, isEnd: true, depth: 0, isRepeated: false }, { pattern, values: 0 })
}

function sequenceOf(text: readonly string[], place: Place, source: Source): GlobSequence {
  if (place.depth > globLimits.depth) throw invalidGlob(source.pattern, `its brackets are nested deeper than ${globLimits.depth}`)
  const nodes: GlobNode[] = []
  let { isStart } = place
  for (let at = 0; at < text.length;) {
    const part = readPart(text, at, { ...place, isStart }, source)
    at = part.end
    // Several slashes are one.
    if (part.node.kind !== 'slash' || nodes.at(-1)?.kind !== 'slash') nodes.push(part.node)
    isStart = endsAtStart([part.node], isStart)
  }
  return nodes
}

interface Part {
  readonly node: GlobNode
  readonly end: number
}

function readPart(text: readonly string[], at: number, place: Place, source: Source): Part {
  const sign = text[at] ?? ''
  if (sign === '\\' && at + 1 < text.length) return { node: literal(text[at + 1] ?? ''), end: at + 2 }
  if (sign === '/') return { node: { kind: 'slash' }, end: at + 1 }
  const found =
    (sign === '{' ? readBraces(text, at, place, source) : undefined) ??
    ('?*+@!'.includes(sign) && text[at + 1] === '(' ? readGroup(text, at, place, source) : undefined) ??
    (sign === '[' ? readClass(text, at) : undefined)
  if (found) return found
  if (sign === '*') return readStars(text, at, place)
  if (sign === '?') return { node: { kind: 'character', test: () => true, isWild: true }, end: at + 1 }
  return { node: literal(sign), end: at + 1 }
}

function readStars(text: readonly string[], at: number, { isStart, isEnd }: Place): Part {
  let end = at
  while (text[end] === '*' && text[end + 1] !== '(') end++
  // The star of `*(` belongs to the group.
  if (end === at) end++
  const isWholeSegment = isStart && (end === text.length ? isEnd : text[end] === '/')
  return { node: isWholeSegment && end - at === 2 ? { kind: 'globstar' } : { kind: 'star', isWholeSegment }, end }
}

/** `{a,b}` and `{1..3}`; braces that hold neither are text. */
function readBraces(text: readonly string[], at: number, place: Place, source: Source): Part | undefined {
  if (text[at - 1] === '$' && text[at - 2] !== '\\') return undefined
  const split = splitAt(text, at + 1, { opens: '{', closes: '}', separator: ',' })
  if (!split) return undefined
  const { parts, end } = split
  const inside: Place = { ...place, isEnd: end === text.length ? place.isEnd : text[end] === '/', depth: place.depth + 1 }
  if (parts.length > 1) return { node: { kind: 'choice', choices: parts.map(part => sequenceOf(part, inside, source)) }, end }
  const range = rangeOf((parts[0] ?? []).join(''), source)
  return range && { node: { kind: 'choice', choices: range.map(each => [...each].map(literal)) }, end }
}

/** The groups `?(a|b)`, `*(a)`, `+(a)`, `@(a)` and `!(a)`. They never reach over a slash. */
function readGroup(text: readonly string[], at: number, place: Place, source: Source): Part | undefined {
  const split = splitAt(text, at + 2, { opens: '(', closes: ')', separator: '|' })
  if (!split || split.parts.some(part => part.includes('/'))) return undefined
  const sign = text[at]
  const isRepeated = place.isRepeated || sign === '+' || sign === '*'
  if (sign === '!' && place.isRepeated) throw invalidGlob(source.pattern, 'a group !(…) must not stand inside of a group +(…) or *(…)')
  // Neither end of a group is a segment of its own, so that `**` in it is the same as `*`.
  const inside: Place = { isStart: false, isEnd: false, depth: place.depth + 1, isRepeated }
  const choices = split.parts.map(part => sequenceOf(part, inside, source))
  const { end } = split
  if (sign === '!') return { node: { kind: 'not', choices }, end }
  if (sign === '+' || sign === '*') return { node: { kind: 'repeat', choices, min: sign === '+' ? 1 : 0 }, end }
  return { node: { kind: 'choice', choices: sign === '?' ? [...choices, []] : choices }, end }
}

/** What is between two brackets, split where no inner bracket is open. Undefined if the bracket is never closed. */
function splitAt(
  text: readonly string[],
  from: number,
  { opens, closes, separator }: { readonly opens: string; readonly closes: string; readonly separator: string },
): { readonly parts: string[][]; readonly end: number } | undefined {
  const parts: string[][] = [[]]
  let open = 0
  for (let at = from; at < text.length; at++) {
    const sign = text[at] ?? ''
    if (sign === closes && open-- === 0) return { parts, end: at + 1 }
    if (sign === opens) open++
    if (sign === separator && open === 0) parts.push([])
    else parts.at(-1)?.push(sign, ...(sign === '\\' && at + 1 < text.length ? [text[++at] ?? ''] : []))
  }
  return undefined
}

/** `1..10`, `01..10`, `a..e`, each with a step if wanted. */
function rangeOf(text: string, source: Source): string[] | undefined {
  const numbers = /^(-?\d{1,9})\.\.(-?\d{1,9})(?:\.\.(-?\d{1,9}))?$/.exec(text)
  const [, from = '', to = '', step] = numbers ?? /^([A-Za-z])\.\.([A-Za-z])(?:\.\.(-?\d{1,9}))?$/.exec(text) ?? []
  if (from === '') return undefined
  const [first, last] = numbers ? [Number(from), Number(to)] : [from.charCodeAt(0), to.charCodeAt(0)]
  const width = Math.max(Math.abs(Number(step ?? 1)), 1)
  const count = Math.floor(Math.abs(last - first) / width) + 1
  source.values += count
  if (source.values > globLimits.values) throw invalidGlob(source.pattern, `its ranges name more than ${globLimits.values} values`)
  const isPadded = [from, to].some(each => /^-?0\d/.test(each))
  const digits = isPadded ? Math.max(from.length, to.length) : 0
  return Array.from({ length: count }, (_, at) => {
    const value = first + (last < first ? -at : at) * width
    if (!numbers) return String.fromCharCode(value)
    return value < 0 ? `-${String(-value).padStart(digits - 1, '0')}` : String(value).padStart(digits, '0')
  })
}

/** `[abc]`, `[!a-z]`, `[[:alpha:]]`. */
function readClass(text: readonly string[], at: number): Part | undefined {
  const isNegated = text[at + 1] === '!' || text[at + 1] === '^'
  const first = at + (isNegated ? 2 : 1)
  const ranges: string[] = []
  for (let next = first; next < text.length;) {
    if (text[next] === ']' && next > first) {
      const only = next - first === 1 && !isNegated ? text[first] : undefined
      return { node: only === undefined ? classNode(ranges, isNegated) : literal(only), end: next + 1 }
    }
    if (text[next] === '/') return undefined
    const named = /^\[:(\w+):\]/.exec(text.slice(next, next + 12).join(''))
    const known = posixClasses[named?.[1] ?? '']
    if (named && known !== undefined) {
      ranges.push(known)
      next += named[0].length
      continue
    }
    const low = classCharacter(text, next)
    const isRange = text[low.end] === '-' && text[low.end + 1] !== ']' && low.end + 1 < text.length && text[low.end + 1] !== '/'
    const high = isRange ? classCharacter(text, low.end + 1) : low
    // A range that ends before it begins holds nothing.
    if ((low.sign.codePointAt(0) ?? 0) <= (high.sign.codePointAt(0) ?? 0)) ranges.push(`${quoted(low.sign)}-${quoted(high.sign)}`)
    next = high.end
  }
  return undefined
}

function classCharacter(text: readonly string[], at: number): { readonly sign: string; readonly end: number } {
  const isEscaped = text[at] === '\\' && at + 1 < text.length
  return { sign: text[isEscaped ? at + 1 : at] ?? '', end: at + (isEscaped ? 2 : 1) }
}

function quoted(sign: string): string {
  return `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`
}

function classNode(ranges: readonly string[], isNegated: boolean): GlobNode {
  // One character is tested by one class, so that there is nothing to backtrack.
  const expression = new RegExp(`^[${isNegated ? '^' : ''}${ranges.join('')}]$`, 'su')
  return { kind: 'character', test: character => expression.test(character), isWild: true }
}

function literal(sign: string): GlobNode {
  return sign === '/' ? { kind: 'slash' } : { kind: 'character', test: character => character === sign, isWild: false }
}

/** Whether what follows these nodes begins a path segment, whichever choice is taken. */
function endsAtStart(nodes: GlobSequence, isStart: boolean): boolean {
  const last = nodes.at(-1)
  if (!last) return isStart
  if (last.kind === 'slash') return true
  return last.kind === 'choice' && last.choices.every(choice => endsAtStart(choice, isStart && nodes.length === 1))
}

function invalidGlob(pattern: string, reason: string): AppError {
  const shown = pattern.length > 100 ? `${pattern.slice(0, 100)}…` : pattern
  return inputError(`The pattern '${shown}' cannot be used: ${reason}`, { code: 'core.invalid-glob' })
}

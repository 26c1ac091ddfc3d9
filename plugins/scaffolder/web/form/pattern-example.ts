const maxPatternLength = 200
const maxExampleLength = 40
const letters = 'abcdefghijklmnopqrstuvwxyz'
const digits = '0123456789'
/** What stands for a set of characters: the first kind of these that is in it. */
const samples = [letters, letters.toUpperCase(), '123456789', '0', '-', '_', '.'].map(text => [...text])
const shorthands: Readonly<Record<string, string>> = { d: digits, w: `${letters}${letters.toUpperCase()}${digits}_` }

/** One character or set of characters of a pattern, and how often it is there. */
const part = /\[([^\]\\^]+)\]|\\([dw])|\\([^a-zA-Z0-9])|([^\\[\](){}*+?.^$|])/y
const count = /\{(\d{1,2})(?:,\d{0,3})?\}|([*+?])/y

/**
 * A text that matches a regular expression, for people to go by. Only for expressions that are characters and sets one after another, such as
 * `^[A-Z]{2}-[0-9]{3}$`: undefined for others.
 */
export function exampleOf(pattern: string): string | undefined {
  if (pattern.length > maxPatternLength) return undefined
  const body = pattern.replace(/^\^/, '').replace(/(?<!\\)\$$/, '')
  const used = new Map<readonly string[], number>()
  let example = ''
  for (let at = 0; at < body.length;) {
    const found = matchAt(part, body, at)
    if (!found) return undefined
    at += found[0].length
    const times = matchAt(count, body, at)
    at += times?.[0].length ?? 0
    const [, set, shorthand, escaped, literal] = found
    const allowed = set === undefined ? (shorthands[shorthand ?? ''] ?? escaped ?? literal ?? '') : charactersOf(set)
    const sample = sampleOf(allowed)
    for (let left = timesOf(times); left > 0 && example.length <= maxExampleLength; left--)
      example += sample[countUp(used, sample) % sample.length]
    if (example.length > maxExampleLength) return undefined
  }
  return example === '' ? undefined : example
}

function matchAt(expression: RegExp, text: string, at: number): RegExpExecArray | null {
  expression.lastIndex = at
  return expression.exec(text)
}

/** `a-z0-9_` in full. */
function charactersOf(set: string): string {
  return set.replace(/([a-z])-([a-z])|([A-Z])-([A-Z])|(\d)-(\d)/g, range => {
    const [from = 0, to = 0] = [range.charCodeAt(0), range.charCodeAt(2)]
    return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => String.fromCharCode(from + index)).join('')
  })
}

/** As often as it must be there; twice where it may be there any number of times. */
function timesOf(found: RegExpExecArray | null): number {
  if (!found) return 1
  if (found[1] !== undefined) return Number(found[1])
  return found[2] === '?' ? 0 : 2
}

/** The kind of characters to take, where all of the kind are allowed; else what is allowed. */
function sampleOf(allowed: string): readonly string[] {
  return samples.find(kind => kind.every(character => allowed.includes(character))) ?? [...allowed]
}

/** Letters and digits go on from one place to the next: ABC-123 says more than AAA-111. */
function countUp(used: Map<readonly string[], number>, sample: readonly string[]): number {
  const at = used.get(sample) ?? 0
  used.set(sample, at + 1)
  return at
}

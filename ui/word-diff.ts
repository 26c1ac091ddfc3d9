export interface DiffPart {
  readonly kind: 'same' | 'removed' | 'added'
  readonly text: string
}

/** More than this would take longer to compare than to read. */
const maxTokens = 600
/** With less than this in common, two texts are not versions of each other. */
const minShare = 0.25

/** What of a text was removed and what was added, word by word. Texts with little in common are removed and added as a whole. */
export function diffWords(before: string, after: string): DiffPart[] {
  const [old, recent] = [toTokens(before), toTokens(after)]
  const whole: DiffPart[] = [
    { kind: 'removed', text: before },
    { kind: 'added', text: after },
  ]
  if (old.length > maxTokens || recent.length > maxTokens) return whole
  const parts = joinParts(walk(old, recent, commonWeights(old, recent)))
  const same = parts.filter(({ kind }) => kind === 'same').reduce((sum, { text }) => sum + wordLength(text), 0)
  return same < minShare * Math.max(wordLength(before), wordLength(after)) ? whole : parts
}

function toTokens(text: string): string[] {
  return text.match(/[\p{L}\p{N}_]+|\s+|./gsu) ?? []
}

/** The weight of the heaviest common subsequence of what follows each pair of positions. Words weigh more than what separates them. */
function commonWeights(old: readonly string[], recent: readonly string[]): Uint16Array[] {
  const table = Array.from({ length: old.length + 1 }, () => new Uint16Array(recent.length + 1))
  for (let row = old.length - 1; row >= 0; row--) {
    for (let column = recent.length - 1; column >= 0; column--) {
      const [here, below] = [table[row]!, table[row + 1]!]
      here[column] = old[row] === recent[column] ? below[column + 1]! + weightOf(old[row]!) : Math.max(below[column]!, here[column + 1]!)
    }
  }
  return table
}

function weightOf(token: string): number {
  return /[\p{L}\p{N}]/u.test(token) ? 4 : 1
}

function walk(old: readonly string[], recent: readonly string[], table: readonly Uint16Array[]): DiffPart[] {
  const parts: DiffPart[] = []
  let row = 0
  let column = 0
  while (row < old.length || column < recent.length) {
    if (row < old.length && old[row] === recent[column]) {
      parts.push({ kind: 'same', text: old[row++]! })
      column++
    } else if (column >= recent.length || (row < old.length && table[row + 1]![column]! >= table[row]![column + 1]!)) {
      parts.push({ kind: 'removed', text: old[row++]! })
    } else {
      parts.push({ kind: 'added', text: recent[column++]! })
    }
  }
  return parts
}

/** Neighbours of a kind are one part, what was removed stands before what was added, and a space between changed words belongs to both. */
function joinParts(parts: readonly DiffPart[]): DiffPart[] {
  const joined: DiffPart[] = []
  let removed = ''
  let added = ''
  const flush = () => {
    if (removed !== '') joined.push({ kind: 'removed', text: removed })
    if (added !== '') joined.push({ kind: 'added', text: added })
    removed = added = ''
  }
  parts.forEach(({ kind, text }, index) => {
    const isBetween = kind === 'same' && /^\s+$/.test(text) && index > 0 && index < parts.length - 1
    if (kind === 'removed') removed += text
    else if (kind === 'added') added += text
    else if (isBetween && parts[index - 1]!.kind !== 'same' && parts[index + 1]!.kind !== 'same') {
      removed += text
      added += text
    } else {
      flush()
      const last = joined.at(-1)
      if (last?.kind === 'same') joined[joined.length - 1] = { kind, text: last.text + text }
      else joined.push({ kind, text })
    }
  })
  flush()
  return joined
}

function wordLength(text: string): number {
  return text.replaceAll(/\s/g, '').length
}

/** Whether a path matches one of the patterns, which are written as in `.gitignore`; later ones win. */
export function createIgnore(patterns: readonly string[]): (path: string) => boolean {
  const rules = patterns.slice(0, 1000).map(toRule)
  return path => rules.reduce((ignored, { negated, matches }) => (matches(path) ? !negated : ignored), false)
}

function toRule(pattern: string): { readonly negated: boolean; readonly matches: (path: string) => boolean } {
  const negated = pattern.startsWith('!')
  const plain = (negated ? pattern.slice(1) : pattern).replace(/^\\(?=[!#])/, '')
  const isAnchored = plain.replace(/\/$/, '').includes('/')
  const segments = plain.replace(/^\/|\/$/g, '').split('/')
  const isFolder = plain.endsWith('/')
  return { negated, matches: path => matchesFrom(path.split('/'), isAnchored ? segments : ['**', ...segments], isFolder) }
}

/** Segment by segment; what a pattern matches, it matches with everything below. */
function matchesFrom(path: readonly string[], pattern: readonly string[], isFolder: boolean): boolean {
  // Which positions of the pattern are reached; no backtracking, so no pattern is slow.
  let reached = new Set(close(0, pattern))
  for (const [at, segment] of path.entries()) {
    const next = new Set<number>()
    for (const position of reached) {
      if (pattern[position] === '**') next.add(position)
      else if (position < pattern.length && matchesSegment(segment, pattern[position]!)) next.add(position + 1)
    }
    reached = new Set([...next].flatMap(position => close(position, pattern)))
    const isLast = at === path.length - 1
    if (reached.has(pattern.length) && !(isLast && isFolder)) return true
  }
  return false
}

function close(position: number, pattern: readonly string[]): number[] {
  const all = [position]
  while (pattern[all.at(-1)!] === '**') all.push(all.at(-1)! + 1)
  return all
}

/** `*` and `?` within one segment, without backtracking over more than one star. */
export function matchesSegment(text: string, pattern: string): boolean {
  let [at, from, star, mark] = [0, 0, -1, 0]
  while (at < text.length) {
    if (from < pattern.length && (pattern[from] === '?' || (pattern[from] === text[at] && pattern[from] !== '*')))
      [at, from] = [at + 1, from + 1]
    else if (pattern[from] === '*') [star, mark, from] = [from, at, from + 1]
    else if (star !== -1) [from, mark, at] = [star + 1, mark + 1, mark + 1]
    else return false
  }
  while (pattern[from] === '*') from += 1
  return from === pattern.length
}

/** Lines that belong together: the first is their title, the others can be hidden. */
export interface LogGroup {
  readonly start: number
  /** Its last line. */
  readonly end: number
}

/** The lines in view, where the groups that are not open hide theirs; undefined when all are in view. */
export function toVisibleLines(count: number, groups: readonly LogGroup[], open: ReadonlySet<number>): readonly number[] | undefined {
  const folded = groups.filter(({ start, end }) => end > start && !open.has(start)).toSorted((one, other) => one.start - other.start)
  if (folded.length === 0) return undefined
  const lines: number[] = []
  let next = 0
  for (const { start, end } of folded) {
    // A group inside of one that is folded is hidden with it.
    if (start < next) continue
    for (; next <= start && next < count; next += 1) lines.push(next)
    next = Math.max(next, end + 1)
  }
  for (; next < count; next += 1) lines.push(next)
  return lines
}

/** The groups that hide a line. */
export function groupsAround(groups: readonly LogGroup[], line: number): readonly LogGroup[] {
  return groups.filter(({ start, end }) => start < line && line <= end)
}

/** The row of a line, or of the one before it in view. */
export function toRow(lines: readonly number[] | undefined, line: number): number {
  if (!lines) return line
  let low = 0
  let high = lines.length - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((lines[middle] ?? 0) <= line) low = middle
    else high = middle - 1
  }
  return low
}

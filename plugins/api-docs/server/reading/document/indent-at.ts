const closing: Readonly<Record<string, number>> = { '{': 1, '[': 1, '}': -1, ']': -1 }

/**
 * Indents a line that stands too far left inside of a list or an object in brackets, with those that follow up to the bracket that closes
 * it. The letter of YAML forbids such lines and many parsers do not mind, so people paste JSON into YAML. It changes no meaning and no line.
 */
export function indentAt(text: string, line: number): string | undefined {
  const lines = text.split('\n')
  const width = indentOf(lines, line) + 1
  const last = closingLine(lines, line) ?? line
  for (let at = line; at <= last; at += 1) lines[at] = `${' '.repeat(width)}${lines[at]}`
  return lines.join('\n')
}

/** The indentation of the nearest line above that has one, which is that of the key or deeper. */
function indentOf(lines: readonly string[], line: number): number {
  for (let at = line - 1; at >= Math.max(0, line - 100); at -= 1) {
    const indent = lines[at]?.search(/\S/) ?? -1
    if (indent > 0) return indent
  }
  return 1
}

/** The line of the bracket that closes what the line is in; undefined where it is not in brackets, such as in a quoted text. */
function closingLine(lines: readonly string[], from: number): number | undefined {
  if (!/^\s*(?:["'\]}{[]|$)/.test(lines[from] ?? '')) return undefined
  let depth = 1
  for (let at = from; at < Math.min(lines.length, from + 20_000); at += 1) {
    for (const [token] of (lines[at] ?? '').matchAll(/"(?:[^"\\]|\\.)*"|'[^']*'|[{}[\]]/g)) {
      depth += closing[token] ?? 0
      if (depth === 0) return at
    }
  }
  return undefined
}

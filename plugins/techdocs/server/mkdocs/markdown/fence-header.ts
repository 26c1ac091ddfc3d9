export interface FenceHeader {
  readonly language: string
  readonly classes: readonly string[]
  readonly id?: string
  readonly title?: string
  /** The number of the first line; undefined where the block has no numbers. */
  readonly lineNumbers?: number
  /** Lines that are marked, counted from 1. */
  readonly marked: ReadonlySet<number>
  readonly options: Readonly<Record<string, string>>
}

const part = /\s*(?:([\w-]+)=(?:"([^"]*)"|'([^']*)'|([^\s}"']+))|\.([^\s{}=.]+)|#([^\s{}=.]+)|([^\s{}"'=]+))/y
const maxHeader = 1000

/** Reads what stands after the opening of a fence: `lang`, `lang k="v"`, `{ .lang .class k="v" }`, `lang {k="v"}`. */
export function parseFenceHeader(info: string): FenceHeader {
  const text = info.slice(0, maxHeader).replace(/[{}]/g, ' ').trim()
  const options: Record<string, string> = {}
  const words: string[] = []
  const classes: string[] = []
  let id: string | undefined
  part.lastIndex = 0
  while (part.lastIndex < text.length) {
    const found = part.exec(text)
    if (!found) break
    if (found[1] !== undefined) options[found[1]] = found[2] ?? found[3] ?? found[4] ?? ''
    else if (found[5] !== undefined) classes.push(found[5])
    else if (found[6] !== undefined) id = found[6]
    else words.push(found[7]!)
  }
  const language = (words[0] ?? classes[0] ?? '').toLowerCase()
  const start = /^\d{1,7}/.exec(options['linenums'] ?? '')?.[0]
  return {
    language,
    classes: words.length > 0 ? classes : classes.slice(1),
    ...(id !== undefined && { id }),
    ...(options['title'] !== undefined && { title: options['title'] }),
    ...(start !== undefined && { lineNumbers: Number(start) }),
    marked: markedLines(options['hl_lines'] ?? ''),
    options,
  }
}

function markedLines(text: string): Set<number> {
  const lines = new Set<number>()
  for (const range of text.split(/[\s,]+/)) {
    const [, from, to] = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(range) ?? []
    if (from === undefined) continue
    for (let line = Number(from); line <= Number(to ?? from) && lines.size < 10_000; line++) lines.add(line)
  }
  return lines
}

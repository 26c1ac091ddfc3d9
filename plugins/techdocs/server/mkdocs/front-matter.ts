import { parseMkdocsYaml } from './config/mkdocs-yaml.ts'

export interface FrontMatter {
  readonly data: Readonly<Record<string, unknown>>
  /** The page without it, with as many lines before as were taken away, so that line numbers stay true. */
  readonly body: string
  readonly lines: number
  /** The YAML was not valid; what its lines gave was used. */
  readonly problem?: string
}

const maxLines = 1000

/** Metadata at the top of a page: YAML between `---` lines, or MultiMarkdown's `Key: value` lines. */
export function readFrontMatter(text: string): FrontMatter {
  return readYamlBlock(text) ?? readKeyLines(text) ?? { data: {}, body: text, lines: 0 }
}

function readYamlBlock(text: string): FrontMatter | undefined {
  if (!/^---[ ]*\n/.test(text)) return undefined
  const lines = text.split('\n', maxLines)
  const end = lines.findIndex((line, at) => at > 0 && /^(?:---|\.\.\.)\s*$/.test(line))
  if (end === -1) return undefined
  const yaml = lines.slice(1, end)
  const rest = dropLines(text, end + 1)
  try {
    const data = parseMkdocsYaml(yaml.join('\n'), 'front matter')
    if (data === null || data === undefined) return { ...rest, data: {} }
    if (typeof data === 'object' && !Array.isArray(data)) return { ...rest, data: data as Record<string, unknown> }
    // Two rules with text between them are not metadata.
    return undefined
  } catch (error) {
    const data = keyValues(yaml)
    return Object.keys(data).length > 0 ? { ...rest, data, problem: error instanceof Error ? error.message : String(error) } : undefined
  }
}

function readKeyLines(text: string): FrontMatter | undefined {
  const head = text.slice(0, 5000).split('\n')
  const end = head.findIndex(line => line.trim() === '' || /^---\s*$/.test(line))
  const lines = end === -1 ? [] : head.slice(0, end)
  if (lines.length === 0 || !lines.every(line => /^[A-Za-z][\w-]{0,40}:\s+\S/.test(line) && !/^(?:https?:|[A-Z]{2,}:)/.test(line)))
    return undefined
  return { ...dropLines(text, head[end]?.trim() === '' ? end : end + 1), data: keyValues(lines) }
}

function keyValues(lines: readonly string[]): Record<string, string> {
  const pairs = lines.flatMap(line => {
    const found = /^([A-Za-z][\w-]{0,40}):\s+(\S.*)$/.exec(line)
    return found ? [[found[1]!.toLowerCase(), found[2]!.trim().replace(/^(["'])(.*)\1$/, '$2')] as const] : []
  })
  return Object.fromEntries(pairs)
}

function dropLines(text: string, count: number) {
  let at = 0
  for (let line = 0; line < count; line++) {
    const next = text.indexOf('\n', at)
    if (next === -1) return { body: '', lines: count }
    at = next + 1
  }
  return { body: text.slice(at), lines: count }
}

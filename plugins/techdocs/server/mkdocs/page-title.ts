import type { MarkdownIt } from 'markdown-it'
import { toText } from './config/config-values.ts'
import { readFrontMatter, type FrontMatter } from './front-matter.ts'
import { plainText } from './markdown/tasks-and-toc.ts'
import { parseAttributeList } from './markdown/attribute-lists.ts'
import { toPageText } from './page-text.ts'
import { titleFromName, type SitePage } from './site-files.ts'
import type { SourceTree } from './source-tree.ts'

/** Enough for the metadata and the first heading. */
const headBytes = 20_000
/** Nothing in it can mean anything but itself. */
const plain = /^[\p{L}\p{N} ,]*$/u

/** The title of a page without rendering it: its metadata, a heading as the very first block, or its name. */
export function readPageTitle(page: SitePage, tree: SourceTree, markdown: MarkdownIt): string {
  if (page.made !== undefined) return page.made
  const name = page.file
    .split('/')
    .at(-1)!
    .replace(/\.\w+$/, '')
  const isHome = /^(?:index|README)\.\w+$/.test(page.file)
  const byName = isHome ? 'Home' : titleFromName(/^(?:index|README)$/.test(name) ? (page.file.split('/').at(-2) ?? name) : name)
  try {
    const { data, body } = readPageHead(page, tree)
    return toText(data['title']) ?? (firstHeading(body, markdown) || byName)
  } catch {
    return byName
  }
}

/** The metadata of a page and the beginning of its text. Throws an error where it is no text. */
export function readPageHead(page: SitePage, tree: SourceTree): FrontMatter {
  return readFrontMatter(toPageText(headOf(tree.read(page.source) ?? new Uint8Array())))
}

/** Cut after a line end, so that no character is cut in two. */
function headOf(bytes: Uint8Array): Uint8Array {
  if (bytes.length <= headBytes) return bytes
  const end = bytes.lastIndexOf(10, headBytes)
  return bytes.subarray(0, end === -1 ? headBytes : end)
}

function firstHeading(body: string, markdown: MarkdownIt): string {
  const [line = '', next = ''] = body.replace(/^(?:\s|<!--[\s\S]{0,5000}?-->)+/, '').split('\n', 2)
  const atx = /^#(?!#)[ ]*(.*)$/.exec(line)?.[1]
  const written = atx ?? (/^=+\s*$/.test(next) ? line : undefined)
  if (written === undefined) return ''
  const start = written.lastIndexOf('{')
  const hasList = start > 0 && parseAttributeList(written.slice(start).trimEnd()) !== undefined
  const text = (hasList ? written.slice(0, start) : written).replace(/[ ]#+[ ]*$/, '')
  if (plain.test(text)) return text.replace(/\s+/g, ' ').trim()
  const inline = markdown.parseInline(text, emptyEnv())
  return plainText(inline[0]?.children ?? [])
    .replace(/\s+/g, ' ')
    .trim()
}

function emptyEnv() {
  return {
    footnotes: new Map(),
    abbreviations: new Map(),
    fragments: [],
    fragmentKey: '',
    warn: () => {},
    footnoteCount: 0,
    tabSets: 0,
    captions: new Map(),
  }
}

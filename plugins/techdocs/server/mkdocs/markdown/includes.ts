import path from 'node:path'
import type { SiteConfig } from '../config/site-config.ts'
import { toText } from '../config/config-values.ts'
import { normalise } from '../config/inner-path.ts'
import { toPageText } from '../page-text.ts'
import type { SitePage } from '../site-files.ts'
import type { SourceTree } from '../source-tree.ts'

interface Dependencies {
  readonly tree: SourceTree
  readonly config: SiteConfig
  readonly page: SitePage
  readonly warn: (code: string, message: string, line?: number) => void
}

const maxDepth = 10
const maxSize = 5_000_000

/** `{!file!}` of markdown_include and mdx_include. */
const marker = /(\\?)\{!\s*([^\s!{}][^!{}\n]{0,500}?)\s*!\}/g
/** `{% include-markdown "file" start="a" end="b" %}` and `{% include "file" %}` of include-markdown. */
const directive = /\{%-?\s*(include-markdown|include)\s+("[^"\n]{1,500}"|'[^'\n]{1,500}')([^%]{0,2000}?)-?%\}/g
const argument = /([a-z-]+)\s*=\s*("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[^\s"']+)/g

/** Inserts the files that a page names in the ways of `markdown_include`, `mdx_include` and the plugin `include-markdown`. */
export function insertIncludes(text: string, { tree, config, page, warn }: Dependencies): string {
  const base = includeBase(config)
  const hasDirectives = config.plugins.has('include-markdown')
  let size = text.length

  function insert(source: string, from: string, parents: readonly string[]): string {
    let result = source
    if (base !== undefined && result.includes('{!'))
      result = result.replaceAll(marker, (whole, escape: string, name: string) =>
        escape === '' ? read(name, [base, folderOf(from)], parents, content => content.replace(/\n$/, '')) : whole.slice(1),
      )
    if (hasDirectives && result.includes('{%'))
      result = result.replaceAll(directive, (_, kind: string, quoted: string, rest: string) => {
        const given = argumentsOf(rest)
        const folders = /^\.\.?\//.test(unquote(quoted)) ? [folderOf(from)] : [config.docsDir, '', folderOf(from)]
        return read(unquote(quoted), folders, parents, (content, file) => {
          const part = between(content, given.get('start'), given.get('end')).trim()
          const shifted = shiftHeadings(part, Number(given.get('heading-offset') ?? 0))
          return kind === 'include' || given.get('rewrite-relative-urls') === 'false' ? shifted : rewriteLinks(shifted, file, from)
        })
      })
    return result
  }

  function read(
    name: string,
    folders: readonly string[],
    parents: readonly string[],
    change: (content: string, file: string) => string,
  ): string {
    const missing = (why: string) => {
      warn('snippet-missing', `The included file '${name}' ${why}`)
      return `*The included file \`${name.replaceAll('`', '')}\` ${why}.*`
    }
    if (/^[a-z]+:\/\//i.test(name)) return missing('is a web address, which is not read')
    const file = folders
      .map(folder => normalise(folder === '' ? name : `${folder}/${name}`))
      .find(each => each !== undefined && tree.read(each, 1))
    if (file === undefined) return missing('does not exist')
    if (parents.includes(file)) return missing('includes itself')
    if (parents.length >= maxDepth) return missing(`is nested more than ${maxDepth} deep`)
    try {
      const content = change(toPageText(tree.read(file) ?? new Uint8Array()), file)
      size += content.length
      return size > maxSize ? missing('makes the page too large') : insert(content, file, [...parents, file])
    } catch {
      return missing('is not text')
    }
  }

  return insert(text, page.source, [page.source])
}

/** The folder that `{!file!}` begins at; undefined where the site has no such extension. */
function includeBase({ extensions }: SiteConfig): string | undefined {
  const options = extensions.get('markdown_include.include') ?? extensions.get('mdx_include')
  return options && (normalise(toText(options['base_path']) ?? '.') ?? '')
}

function folderOf(file: string): string {
  return file.slice(0, Math.max(0, file.lastIndexOf('/')))
}

function argumentsOf(text: string): Map<string, string> {
  return new Map([...text.matchAll(argument)].map(([, name, value]) => [name!, unquote(value!)]))
}

function unquote(text: string): string {
  return /^["']/.test(text) ? text.slice(1, -1).replaceAll(/\\(.)/g, '$1') : text
}

/** What stands between two texts; the whole where they are not given or not there. */
function between(text: string, start: string | undefined, end: string | undefined): string {
  const from = start === undefined ? -1 : text.indexOf(start)
  const rest = from === -1 ? text : text.slice(from + start!.length)
  const to = end === undefined ? -1 : rest.indexOf(end)
  return to === -1 ? rest : rest.slice(0, to)
}

function shiftHeadings(text: string, offset: number): string {
  if (!Number.isInteger(offset) || offset === 0) return text
  return text.replaceAll(/^(#{1,6})(?=[ ])/gm, marks => '#'.repeat(Math.min(6, Math.max(1, marks.length + offset))))
}

/** Relative links of an included file, as they are written in the file that includes it. */
function rewriteLinks(text: string, file: string, from: string): string {
  const up = path.posix.relative(folderOf(from), folderOf(file))
  if (up === '') return text
  return text.replaceAll(/(\]\(<?)([^\s()<>#?/][^\s()<>]{0,500})/g, (whole, open: string, target: string) =>
    /^[a-z][a-z0-9+.-]*:/i.test(target) ? whole : `${open}${path.posix.join(up, target)}`,
  )
}

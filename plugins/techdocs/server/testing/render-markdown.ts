import type { SourceTree } from '../mkdocs/source-tree.ts'
import type { Site } from '../mkdocs/opened-site.ts'
import { openSite, type SiteOptions } from '../mkdocs/site.ts'

export type TestFiles = Readonly<Record<string, string | Uint8Array>>

/** Opens a site whose files are in memory. */
export function openFiles(files: TestFiles, options: Partial<SiteOptions> = {}): Site {
  return openSite(createMemoryTree(files), { name: 'entity', ...options })
}

/** Renders one page of a site in memory. */
export function renderText(
  text: string,
  {
    files = {},
    config = 'site_name: Test\n',
    path = '',
    ...options
  }: Partial<SiteOptions> & {
    readonly files?: TestFiles
    readonly config?: string
    readonly path?: string
  } = {},
) {
  const site = openFiles({ 'mkdocs.yml': config, 'docs/index.md': text, ...files }, options)
  const rendered = site.render(path)
  if (!rendered) throw new Error(`There is no page '${path}'`)
  return { ...rendered, html: rendered.page.html, site }
}

/** The HTML of a page without its heading and permalinks. */
export function htmlOf(text: string, options: Parameters<typeof renderText>[1] = {}): string {
  return renderText(text, options)
    .html.replace(/^<h1>Home<\/h1>/, '')
    .replace(/<a class="headerlink"[^>]*>¶<\/a>/g, '')
    .trim()
}

/** A tree of texts and bytes in memory. */
function createMemoryTree(files: Readonly<Record<string, string | Uint8Array>>): SourceTree {
  return {
    paths: Object.keys(files).sort(),
    read(path, maxBytes) {
      const content = Object.hasOwn(files, path) ? files[path] : undefined
      return (typeof content === 'string' ? Buffer.from(content) : content)?.subarray(0, maxBytes)
    },
  }
}

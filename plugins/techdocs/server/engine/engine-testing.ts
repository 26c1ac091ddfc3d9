import { openSite, type SiteOptions } from './site.ts'
import { createMemoryTree } from './source-tree.ts'

/** Renders one page of a site in memory. */
export function renderText(
  text: string,
  {
    files = {},
    config = 'site_name: Test\n',
    path = '',
    ...options
  }: Partial<SiteOptions> & {
    readonly files?: Readonly<Record<string, string | Uint8Array>>
    readonly config?: string
    readonly path?: string
  } = {},
) {
  const site = openSite(createMemoryTree({ 'mkdocs.yml': config, 'docs/index.md': text, ...files }), { name: 'test', ...options })
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

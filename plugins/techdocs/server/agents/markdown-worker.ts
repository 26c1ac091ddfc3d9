import { gfm } from '@joplin/turndown-plugin-gfm'
import TurndownService, { type TurndownNode } from 'turndown'

/** A heading of a page and the text below it, up to the next heading. */
export interface MarkdownSection {
  readonly id?: string
  readonly level: number
  readonly title: string
  readonly markdown: string
}

// Stands in front of a heading while the page is one text: no page can hold it, because HTML has no such character.
const mark = '\u0001'
const heading = new RegExp(`${mark}(\\d)([^${mark}]*)${mark}([^${mark}]*)${mark}`)

/** The HTML of a docs page as Markdown, section by section. */
export default function toSections({ html }: { readonly html: string }): MarkdownSection[] {
  const service = new TurndownService({ headingStyle: 'atx', codeBlockStyle: 'fenced', bulletListMarker: '-', hr: '---' })
  service.use(gfm)
  service.remove(['script', 'style', 'svg', 'button'])
  service.remove(node => hasClass(node, 'headerlink'))
  service.addRule('heading', {
    filter: ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'],
    replacement: (content, node) =>
      `\n\n${mark}${node.nodeName.slice(1)}${node.getAttribute('id') ?? ''}${mark}${content.replaceAll(/\s+/g, ' ').trim()}${mark}\n\n`,
  })
  service.addRule('image', {
    filter: 'img',
    replacement: (_content, node) => (node.getAttribute('alt') ? `[image: ${node.getAttribute('alt')}]` : ''),
  })
  const parts = service.turndown(html.replaceAll(mark, '')).split(new RegExp(`(?=${mark}\\d)`))
  return parts.flatMap((part): MarkdownSection[] => {
    const [whole = '', level = '1', id = '', title = ''] = heading.exec(part) ?? []
    const markdown = part.slice(whole.length).trim()
    if (whole === '' && markdown === '') return []
    return [{ ...(id !== '' && { id }), level: Number(level), title, markdown }]
  })
}

function hasClass(node: TurndownNode, name: string): boolean {
  return typeof node.className === 'string' && node.className.split(/\s+/).includes(name)
}

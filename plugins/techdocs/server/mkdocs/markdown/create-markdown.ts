import createParser, { type MarkdownIt } from 'markdown-it'
import type { SiteConfig } from '../config/site-config.ts'
import { toFlag, toText } from '../config/config-values.ts'
import { addAlerts } from './alerts.ts'
import { addAttributeLists } from './attribute-lists.ts'
import { addCallouts } from './callouts.ts'
import { addContainers } from './container-rules.ts'
import { addDefinitions } from './definitions.ts'
import { addDiagramBlocks } from './diagram-blocks.ts'
import { addEmoji } from './emoji.ts'
import { addFences, type Diagrams } from './fences.ts'
import { renderFootnoteRef, addFootnotes } from './footnotes.ts'
import { addHeadings } from './heading-rules.ts'
import { addHtml } from './html-rules.ts'
import { addInlineMarks } from './inline-marks.ts'
import { addLists } from './list-rule.ts'
import { addMath } from './math.ts'
import { addShorthand } from './shorthand.ts'
import { addSlashBlocks } from './slash-blocks.ts'
import { addSmartSymbols } from './smart-symbols.ts'
import { addTables } from './table-rule.ts'
import { addSpacedLinks } from './spaced-links.ts'
import { addHeadingIds, addTasks } from './tasks-and-toc.ts'

interface Dependencies {
  readonly config: SiteConfig
  readonly diagrams: Diagrams
  readonly isAllowedElement: (name: string) => boolean
}

/** Markdown as MkDocs with techdocs-core reads it, where that is what writers meant (decision 0064). */
export function createMarkdown({ config, diagrams, isAllowedElement }: Dependencies): MarkdownIt {
  const { extensions } = config
  const md = createParser({ html: true, linkify: true, breaks: extensions.has('nl2br') || extensions.has('markdown.extensions.nl2br') })
  // What addresses become, and which may stay, is decided once, when the page is cleaned.
  md.validateLink = () => true
  setLinkify(md)
  addTables(md)
  addLists(md)
  addHeadings(md)
  addContainers(md)
  if (hasSlashBlocks(config)) addSlashBlocks(md)
  addDiagramBlocks(md)
  addHtml(md, isAllowedElement)
  addAlerts(md, { anyKind: config.plugins.has('callouts') })
  if (extensions.has('callouts')) addCallouts(md)
  addFootnotes(md)
  addDefinitions(md)
  addMath(md)
  addEmoji(md)
  addInlineMarks(md)
  addAttributeLists(md)
  addSpacedLinks(md)
  addTasks(md)
  addSmartSymbols(md, { smarty: extensions.has('smarty') || extensions.has('markdown.extensions.smarty') })
  addShorthand(md, config)
  addHeadingIds(md, { slug: config.slug, tocDepth: config.tocDepth, permalink: permalinkOf(config) })
  const numbers = toFlag(extensions.get('pymdownx.highlight')?.['linenums']) ?? toFlag(extensions.get('codehilite')?.['linenums']) ?? false
  addFences(md, { diagrams, hasLineNumbers: numbers, hasNotes: config.features.includes('content.code.annotate') })
  addRenderers(md)
  return md
}

/** Sites turn blocks on one by one, or all of them by an option of techdocs-core. */
function hasSlashBlocks({ extensions, plugins }: SiteConfig): boolean {
  const isListed = [...extensions.keys()].some(name => name.startsWith('pymdownx.blocks.'))
  return isListed || toFlag(plugins.get('techdocs-core')?.['use_pymdownx_blocks']) === true
}

/** Web addresses, `www.` and e-mail; names with dots such as `main.tf` stay text. */
function setLinkify(md: MarkdownIt): void {
  md.linkify.set({ fuzzyLink: false, fuzzyIP: false, fuzzyEmail: true })
  md.linkify.add('//', null)
  md.linkify.add('www.', {
    validate: (text, at) =>
      /^[a-z0-9-]+(?:\.[a-z0-9-]+)+(?:\/[^\s<>"'`]*[^\s<>"'`.,;:!?)\]}*_])?/i.exec(text.slice(at, at + 500))?.[0].length ?? 0,
    normalize: match => void (match.url = `http://${match.url}`),
  })
}

function permalinkOf({ extensions }: SiteConfig): string {
  const value = extensions.get('toc')?.['permalink']
  if (toFlag(value) === false) return ''
  return toFlag(value) === true || value === undefined ? '¶' : (toText(value) ?? '¶')
}

function addRenderers(md: MarkdownIt): void {
  const { rules } = md.renderer
  rules['footnote_ref'] = (tokens, at) => renderFootnoteRef(tokens[at]!, md.utils.escapeHtml)
  rules['link_open'] = (tokens, at, options, _, self) => {
    tokens[at]!.attrSet('data-md', '')
    return self.renderToken(tokens, at, options)
  }
  const image = rules['image']!
  rules['image'] = (tokens, at, options, env, self) => {
    const token = tokens[at]!
    const source = String(token.attrGet('src') ?? '')
    // No browser shows these: whoever has the program opens them.
    if (/\.drawio(?:[?#]|$)/i.test(source)) {
      const name = token.content === '' ? source.replace(/^.*\//, '') : token.content
      return `<a data-md="" href="${md.utils.escapeHtml(source)}" download="">${md.utils.escapeHtml(name)}</a>`
    }
    token.attrSet('data-md', '')
    return image(tokens, at, options, env, self)
  }
  rules['s_open'] = () => '<del>'
  rules['s_close'] = () => '</del>'
}

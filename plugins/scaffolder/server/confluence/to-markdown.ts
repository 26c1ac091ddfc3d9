import { gfm } from '@joplin/turndown-plugin-gfm'
import TurndownService, { type TurndownNode } from 'turndown'

export interface PageHtml {
  readonly html: string
  /** Where the page is, for links that are relative. */
  readonly address: string
  /** The folder that attachments are put into, beside the page. */
  readonly folder: string
  /** The names of the attachments of the page. */
  readonly attachments: readonly string[]
}

export interface PageMarkdown {
  readonly markdown: string
  /** The attachments that the page shows or links to. */
  readonly used: readonly string[]
}

const kinds: readonly (readonly [className: string, kind: string])[] = [
  ['confluence-information-macro-tip', 'tip'],
  ['confluence-information-macro-note', 'warning'],
  ['confluence-information-macro-warning', 'danger'],
  ['confluence-information-macro-information', 'info'],
]

/** A page of Confluence, in the Markdown of MkDocs: with its tables, code, panels and tasks. */
export function toMarkdown({ html, address, folder, attachments }: PageHtml): PageMarkdown {
  const used = new Set<string>()
  const known = new Set(attachments)

  /** The attachment that an address means, beside the page; else the whole address. */
  function locate(target: string): string {
    const url = URL.canParse(target, address) ? new URL(target, address) : undefined
    if (!url || !['http:', 'https:', 'mailto:'].includes(url.protocol)) return ''
    const name = decode(/\/download\/(?:attachments|thumbnails)\/[^/]+\/([^/]+)$/.exec(url.pathname)?.[1] ?? '')
    if (!known.has(name)) return target.startsWith('#') ? target : url.href
    used.add(name)
    return encodeURI(`${folder}/${name}`).replaceAll(/[()]/g, each => (each === '(' ? '%28' : '%29'))
  }

  const service = new TurndownService({ headingStyle: 'atx', codeBlockStyle: 'fenced', bulletListMarker: '-', hr: '---' })
  service.use(gfm)
  service.remove(['script', 'style'])
  service.remove(node => hasClass(node, 'toc-macro') || hasClass(node, 'confluence-information-macro-icon'))
  service.addRule('image', {
    filter: 'img',
    replacement: (_content, node) => image(node.getAttribute('alt') ?? '', locate(node.getAttribute('src') ?? '')),
  })
  service.addRule('link', {
    filter: node => node.nodeName === 'A' && node.getAttribute('href') !== null,
    replacement: (content, node) => link(content, locate(node.getAttribute('href') ?? '')),
  })
  service.addRule('code', {
    filter: node => node.nodeName === 'PRE' && !node.querySelector('code'),
    replacement: (_content, node) => fence(node.textContent, /brush:\s*([\w+#-]+)/.exec(parameters(node))?.[1] ?? ''),
  })
  service.addRule('panel', {
    filter: node => hasClass(node, 'confluence-information-macro'),
    replacement: (content, node) => block(`!!! ${kindOf(node)}`, node.querySelector('.title')?.textContent, content),
  })
  service.addRule('panel-title', { filter: node => isPanelTitle(node), replacement: () => '' })
  service.addRule('expand', {
    filter: node => hasClass(node, 'expand-container'),
    replacement: (content, node) => block('??? note', node.querySelector('.expand-control-text')?.textContent, content),
  })
  service.addRule('expand-title', { filter: node => hasClass(node, 'expand-control'), replacement: () => '' })
  service.addRule('task', {
    filter: node => node.nodeName === 'LI' && node.parentNode !== null && hasClass(node.parentNode, 'inline-task-list'),
    replacement: (content, node) => `- [${hasClass(node, 'checked') ? 'x' : ' '}] ${content.trim().replaceAll('\n', '\n    ')}\n`,
  })
  return { markdown: `${service.turndown(html).trim()}\n`, used: [...used] }
}

function hasClass(node: TurndownNode, name: string): boolean {
  return typeof node.className === 'string' && node.className.split(/\s+/).includes(name)
}

function isPanelTitle(node: TurndownNode): boolean {
  return hasClass(node, 'title') && node.parentNode !== null && hasClass(node.parentNode, 'confluence-information-macro')
}

function kindOf(node: TurndownNode): string {
  return kinds.find(([className]) => hasClass(node, className))?.[1] ?? 'note'
}

function parameters(node: TurndownNode): string {
  return node.getAttribute('data-syntaxhighlighter-params') ?? ''
}

function image(alternative: string, target: string): string {
  return target === '' ? '' : `![${alternative.replaceAll(/[[\]\n]/g, ' ').trim()}](${target})`
}

function link(content: string, target: string): string {
  return target === '' || content.trim() === '' ? content : `[${content.trim()}](${target})`
}

/** Longer than any fence that the code itself holds. */
function fence(code: string, language: string): string {
  const longest = Math.max(2, ...(code.match(/`{3,}/g) ?? []).map(({ length }) => length))
  const marks = '`'.repeat(longest + 1)
  return `\n\n${marks}${language === 'none' ? '' : language}\n${code.replace(/\n+$/, '')}\n${marks}\n\n`
}

/** A block of MkDocs: what belongs to it is indented. */
function block(marks: string, title: string | undefined, content: string): string {
  const name = title === undefined || title.trim() === '' ? '' : ` "${title.trim().replaceAll('"', "'")}"`
  const body = content.trim().replaceAll(/^(?=.)/gm, '    ')
  return `\n\n${marks}${name}\n\n${body}\n\n`
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

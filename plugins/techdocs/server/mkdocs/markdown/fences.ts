import type { MarkdownIt, Token } from 'markdown-it'
import { deflateRawSync, deflateSync } from 'node:zlib'
import { parseFenceHeader, type FenceHeader } from './fence-header.ts'
import { highlight, splitLines } from './highlight.ts'
import { renderMath } from './math.ts'
import { addFragment, type PageEnv } from './page-env.ts'

/** How diagrams become images. What is missing is shown as its source. */
export interface Diagrams {
  /** Graphviz: from its language to SVG. */
  readonly graphviz?: ((source: string) => string) | undefined
  /** The address of a Kroki server. */
  readonly krokiUrl?: string | undefined
  /** The address of a PlantUML server. */
  readonly plantumlUrl?: string | undefined
}

const krokiTypes = new Set(
  'plantuml c4plantuml d2 ditaa erd excalidraw nomnoml pikchr structurizr svgbob vega vegalite wavedrom bpmn bytefield blockdiag seqdiag actdiag nwdiag'.split(
    ' ',
  ),
)

interface FenceOptions {
  readonly diagrams: Diagrams
  /** Whether blocks of several lines have numbers unless they say otherwise. */
  readonly hasLineNumbers: boolean
  /** Whether comments such as `# (1)!` are notes in every block. */
  readonly hasNotes: boolean
}

/** Code blocks with file names, numbers and marked lines; diagrams and formulas in fences. */
export function addFences(md: MarkdownIt, { diagrams, hasLineNumbers, hasNotes }: FenceOptions): void {
  const escape = md.utils.escapeHtml
  md.renderer.rules['fence'] = (tokens, at, _, env) => {
    const token = tokens[at]!
    const parsed = parseFenceHeader(token.info)
    const written = hasNotes ? { ...parsed, classes: [...parsed.classes, 'annotate'] } : parsed
    const isLong = token.content.indexOf('\n') < token.content.length - 1
    const header = hasLineNumbers && isLong && written.options['linenums'] === undefined ? { ...written, lineNumbers: 1 } : written
    return renderFence(token, header, env as PageEnv, diagrams, escape)
  }
  md.renderer.rules['code_block'] = (tokens, at, _, env) =>
    renderCode(env as PageEnv, tokens[at]!.content, { ...parseFenceHeader(''), language: 'text' }, escape)
  md.renderer.rules['code_inline'] = (tokens, at, _, env) => renderInlineCode(tokens[at]!, env as PageEnv, md, escape)
}

type Escape = (text: string) => string

function renderFence(token: Token, header: FenceHeader, env: PageEnv, diagrams: Diagrams, escape: Escape): string {
  const { language } = header
  const code = token.content
  if (language === 'mermaid') return `<pre class="mermaid"><code>${escape(code)}</code></pre>`
  if (language === 'math' || language === 'latex-math') return renderMath(env, code, true)
  const kind = language.replace(/^kroki-/, '')
  if (['graphviz', 'dot'].includes(kind)) return renderGraphviz(env, code, header, diagrams, escape)
  const diagram = kind === 'uml' || kind === 'puml' ? 'plantuml' : kind
  if (krokiTypes.has(diagram)) return renderRemoteDiagram(env, code, diagram, header, diagrams, escape)
  const classes = token.attrGet('class')
  return renderCode(
    env,
    code,
    { ...header, ...(typeof classes === 'string' && { classes: [...header.classes, ...classes.split(' ')] }) },
    escape,
  )
}

function renderGraphviz(env: PageEnv, code: string, header: FenceHeader, { graphviz }: Diagrams, escape: Escape): string {
  if (!graphviz) return renderDiagramSource(env, code, header, escape)
  try {
    // As an image, in which no script of the diagram runs.
    const source = `data:image/svg+xml;base64,${Buffer.from(graphviz(code)).toString('base64')}`
    return `<p class="diagram"><img class="graphviz" src="${source}" alt="${escape(header.options['alt'] ?? 'Diagram')}"></p>`
  } catch (error) {
    env.warn('diagram', `A Graphviz diagram cannot be drawn: ${error instanceof Error ? error.message : String(error)}`)
    return renderDiagramSource(env, code, header, escape)
  }
}

function renderRemoteDiagram(
  env: PageEnv,
  code: string,
  kind: string,
  header: FenceHeader,
  { krokiUrl, plantumlUrl }: Diagrams,
  escape: Escape,
): string {
  const base = krokiUrl ?? (kind === 'plantuml' ? plantumlUrl : undefined)
  if (base === undefined) {
    env.warn(
      'diagram-unsupported',
      `A diagram in ${kind} is shown as its source: no server that draws it is configured (techdocs.diagrams)`,
    )
    return renderDiagramSource(env, code, header, escape)
  }
  const path =
    krokiUrl === undefined ? `svg/~1${toPlantumlText(code)}` : `${kind}/svg/${deflateSync(code, { level: 9 }).toString('base64url')}`
  return `<p class="diagram"><img src="${escape(`${base.replace(/\/$/, '')}/${path}`)}" alt="${escape(header.options['alt'] ?? 'Diagram')}"></p>`
}

/** PlantUML's own alphabet for base64. */
function toPlantumlText(code: string): string {
  const from = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
  const to = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_'
  return [...deflateRawSync(code, { level: 9 }).toString('base64').replace(/=+$/, '')]
    .map(character => to[from.indexOf(character)])
    .join('')
}

const annotation = /(?:#|\/\/|--|&lt;!--|\/\*)\s*\((\d{1,3})\)!?\s*(?:--&gt;|\*\/)?\s*((?:<\/span>)*)$/

/** What is not drawn is shown. Search finds its title only: nobody looks for the arrows of a diagram. */
function renderDiagramSource(env: PageEnv, code: string, header: FenceHeader, escape: Escape): string {
  return addFragment(env, { html: codeHtml(code, header, escape), text: header.title ?? '' })
}

function renderCode(env: PageEnv, code: string, header: FenceHeader, escape: Escape): string {
  const source = code.replace(/\n$/, '')
  return addFragment(env, {
    html: codeHtml(code, header, escape),
    text: header.title === undefined ? source : `${header.title}\n${source}`,
  })
}

function codeHtml(code: string, header: FenceHeader, escape: Escape): string {
  const { language, lineNumbers, marked, title, id } = header
  const source = code.replace(/\n$/, '')
  const html = highlight(source, language) ?? escape(source)
  const isPrompted = ['console', 'shell-session'].includes(language)
  const needsLines = lineNumbers !== undefined || marked.size > 0 || isPrompted || header.classes.includes('annotate')
  const lines = needsLines
    ? splitLines(html)
        .map((line, at) => toLine(line, at, header, isPrompted))
        .join('\n')
    : html
  const classes = [
    'highlight',
    `language-${/^[\w+#.-]{1,40}$/.test(language) ? language : 'text'}`,
    ...(lineNumbers === undefined ? [] : ['linenums']),
    ...header.classes,
  ]
  const name = title === undefined ? '' : `<span class="filename">${escape(title)}</span>`
  const numbered = lineNumbers === undefined ? '' : ` data-start="${lineNumbers}"`
  const open = `<div class="${escape(classes.join(' '))}"${id === undefined ? '' : ` id="${escape(id)}"`}>`
  return `${open}${name}<pre><code${numbered}>${lines}\n</code></pre></div>`
}

/** Numbers are drawn by the style sheet, so that they are never copied or searched. */
function toLine(html: string, at: number, { marked, classes }: FenceHeader, isPrompted: boolean): string {
  const noted = classes.includes('annotate') ? html.replace(annotation, '<span class="md-annotation" data-note="$1">$1</span>$2') : html
  const prompted = isPrompted
    ? noted.replace(/^(<span class="hljs-meta[^>]*>)?((?:\S{0,30})?[$#%>] )/, '$1<span class="gp">$2</span>')
    : noted
  return `<span class="line${marked.has(at + 1) ? ' hll' : ''}">${prompted}</span>`
}

function renderInlineCode(token: Token, env: PageEnv, md: MarkdownIt, escape: Escape): string {
  const found = /^#!([\w+-]{1,30}) (.+)$/s.exec(token.content)
  const html = found ? highlight(found[2]!, found[1]!.toLowerCase()) : undefined
  if (found && html !== undefined) return addFragment(env, { html: `<code class="highlight">${html}</code>`, text: found[2]! })
  return `<code${md.renderer.renderAttrs(token)}>${escape(token.content)}</code>`
}

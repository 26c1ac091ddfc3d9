import { afterPaint } from '@portico/core/web'
import type { ArticleTexts } from './article-texts.ts'

interface Drawing {
  readonly texts: ArticleTexts
  readonly isDark: boolean
  readonly signal: AbortSignal
}

/** A drawing cannot be interrupted, and twice as much takes four times as long: a sequence of 2,400 messages held up a page for 20 s. */
const maxStatements = 400
const maxLineLength = 2000

let drawn = 0

/** Mermaid diagrams, in the light or dark look of the page. Its code is only loaded for pages that have one. */
export async function drawDiagrams(article: HTMLElement, { texts, isDark, signal }: Drawing): Promise<void> {
  const sources = [...article.querySelectorAll<HTMLElement>('pre.mermaid')].filter(source => {
    const reason = tooLarge(source.textContent)
    if (reason !== undefined) explain(source, texts.diagramFailed(reason))
    return reason === undefined
  })
  if (sources.length === 0) return
  const { drawMermaid } = await import('./mermaid.ts')
  for (const source of sources) {
    // Drawing one holds up the page: between two it answers.
    await new Promise<void>(resolve => void afterPaint(resolve))
    if (signal.aborted) return
    const code = source.textContent
    try {
      drawn += 1
      const svg = await drawMermaid(`docs-diagram-${drawn}`, code, isDark)
      if (signal.aborted) return
      show(source, svg, { label: texts.diagram, isDark })
    } catch (error) {
      explain(source, texts.diagramFailed(error instanceof Error ? error.message : String(error)))
    }
  }
}

/** Why a diagram would hold up the page; undefined when it would not. */
function tooLarge(code: string): string | undefined {
  const count = code.split(/[\n;]/).filter(line => line.trim() !== '').length
  if (count > maxStatements) return `${count} lines, and at most ${maxStatements} are drawn`
  // A label is broken into lines word by word, and measured each time.
  if (code.split('\n').some(line => line.length > maxLineLength)) return `a line of more than ${maxLineLength} characters`
  // Block diagrams make a cell of each column that a number names.
  const isWide = /^\s*block(?:-beta)?\b/m.test(code) && /(?::|columns\s+)\d{4,}/.test(code)
  return isWide ? 'more than 999 columns' : undefined
}

/** As an image: nothing in it can run, and its styles stay inside. */
function show(source: HTMLElement, svg: string, { label, isDark }: { readonly label: string; readonly isDark: boolean }): void {
  removeOld(source)
  const image = document.createElement('img')
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
  image.alt = /<title[^>]*>([^<]*)<\/title>/.exec(svg)?.[1] || label
  const width = /viewBox="[-\d.]+ [-\d.]+ ([\d.]+) ([\d.]+)"/.exec(svg)
  if (width) {
    image.width = Math.ceil(Number(width[1]))
    image.height = Math.ceil(Number(width[2]))
  }
  const box = document.createElement('figure')
  box.dataset['diagram'] = isDark ? 'dark' : 'light'
  box.append(image)
  source.after(box)
  source.dataset['drawn'] = 'true'
}

/** What was drawn or said before, in the other look of the page. */
function removeOld({ nextElementSibling: old }: HTMLElement): void {
  if (old?.matches('[data-diagram]')) old.remove()
}

function explain(source: HTMLElement, message: string): void {
  removeOld(source)
  const note = document.createElement('p')
  note.dataset['diagram'] = 'failed'
  note.setAttribute('role', 'note')
  note.textContent = message
  source.after(note)
}

import { addAnnotations } from './annotations.ts'
import type { ArticleTexts } from './article-texts.ts'
import { addCopyButtons } from './copy-buttons.ts'
import { drawDiagrams } from './diagrams.ts'
import { markImages, openImages } from './images.ts'
import { openForPrint } from './print.ts'
import { addTabs } from './tabs.ts'

export interface ArticleActions {
  readonly texts: ArticleTexts
  readonly isDark: boolean
  readonly onImage: (images: readonly HTMLImageElement[], at: number) => void
}

/** Makes a page that was put into the document behave: styles, copy buttons, notes, tabs, images, diagrams, printing. Returns how to stop. */
export function enhanceArticle(article: HTMLElement, { texts, isDark, onImage }: ArticleActions): () => void {
  const abort = new AbortController()
  applyStyles(article)
  startNumbers(article)
  addScrolling(article, abort.signal)
  addCopyButtons(article, texts, abort.signal)
  addAnnotations(article, texts.note)
  addTabs(article, abort.signal)
  openImages(article, onImage, abort.signal)
  markImages(article, texts.enlarge)
  openForPrint(article, abort.signal)
  void drawDiagrams(article, { texts, isDark, signal: abort.signal }).then(() => markImages(article, texts.enlarge))
  return () => abort.abort()
}

/** The content security policy refuses style attributes in HTML, but not what a script sets. The server has left only harmless ones. */
function applyStyles(article: HTMLElement): void {
  for (const element of article.querySelectorAll<HTMLElement>('[data-style]')) {
    for (const declaration of (element.dataset['style'] ?? '').split(';')) {
      const colon = declaration.indexOf(':')
      if (colon > 0) element.style.setProperty(declaration.slice(0, colon).trim(), declaration.slice(colon + 1).trim())
    }
  }
}

/** Numbers of lines are drawn by the style sheet, from where the block says. */
function startNumbers(article: HTMLElement): void {
  for (const code of article.querySelectorAll<HTMLElement>('code[data-start]'))
    code.style.counterReset = `line ${Number(code.dataset['start']) - 1}`
}

/** Wide tables and code scroll by themselves, also with the keyboard. */
function addScrolling(article: HTMLElement, signal: AbortSignal): void {
  for (const table of article.querySelectorAll('table')) {
    if (table.parentElement?.dataset['scroll'] !== undefined) continue
    const box = document.createElement('div')
    box.dataset['scroll'] = ''
    table.replaceWith(box)
    box.append(table)
  }
  if (typeof ResizeObserver === 'undefined') return
  // Observed, and not measured here: each measurement between two changes would lay out the whole page once more.
  const observer = new ResizeObserver(entries => {
    const boxes = entries.map(({ target }) => ({ box: target as HTMLElement, scrolls: target.scrollWidth > target.clientWidth }))
    for (const { box, scrolls } of boxes) if (scrolls !== (box.tabIndex === 0)) box.tabIndex = scrolls ? 0 : -1
  })
  for (const box of article.querySelectorAll('[data-scroll], pre')) observer.observe(box)
  signal.addEventListener('abort', () => observer.disconnect())
}

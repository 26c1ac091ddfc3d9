import type { ArticleTexts } from './article-texts.ts'

const shownMs = 1500

/** A button on every code block. Prompts, numbers and notes stay out of what is copied. */
export function addCopyButtons(article: HTMLElement, texts: Pick<ArticleTexts, 'copy' | 'copied'>, signal: AbortSignal): void {
  for (const block of article.querySelectorAll<HTMLElement>('div.highlight')) {
    // A button of before, when the look or the language was another, does nothing any more.
    block.querySelector('button[data-copy]')?.remove()
    const button = document.createElement('button')
    button.type = 'button'
    button.dataset['copy'] = ''
    button.setAttribute('aria-label', texts.copy)
    button.title = texts.copy
    button.addEventListener('click', () => void copy(block, button, texts), { signal })
    block.append(button)
  }
}

async function copy(block: HTMLElement, button: HTMLButtonElement, texts: Pick<ArticleTexts, 'copy' | 'copied'>): Promise<void> {
  await navigator.clipboard.writeText(codeOf(block))
  button.dataset['copy'] = 'done'
  button.setAttribute('aria-label', texts.copied)
  setTimeout(() => {
    button.dataset['copy'] = ''
    button.setAttribute('aria-label', texts.copy)
  }, shownMs)
}

/** The code without prompts and notes; of a console session only what was typed. */
export function codeOf(block: HTMLElement): string {
  const code = block.querySelector('code')?.cloneNode(true) as HTMLElement | undefined
  if (!code) return ''
  const lines = [...code.querySelectorAll<HTMLElement>('.line')]
  const typed = lines.filter(line => line.querySelector('.gp'))
  code.querySelectorAll('.gp, .md-annotation').forEach(each => each.remove())
  if (typed.length > 0) return typed.map(line => line.textContent.trim()).join('\n')
  return code.textContent.replace(/\n$/, '')
}

import { decodeText } from '@portico/core/common'

/** Goes to a heading: by its id, or by the id that another tool would have given it, such as `same-1` for `same_1`. */
export function scrollToAnchor(article: HTMLElement, hash: string): void {
  const wanted = decodeText(hash.replace(/^#/, ''))
  const ids = [...article.querySelectorAll<HTMLElement>('[id]')]
  const target = ids.find(({ id }) => id === wanted) ?? ids.find(({ id }) => plain(id) === plain(wanted) && plain(wanted) !== '')
  if (!target) return
  const folded = target.closest('details')
  if (folded) folded.open = true
  target.scrollIntoView()
  if (target.tabIndex < 0 && !target.hasAttribute('tabindex')) target.tabIndex = -1
  target.focus({ preventScroll: true })
}

function plain(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '')
}

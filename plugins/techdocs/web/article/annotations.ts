let made = 0

/**
 * Notes of code: the markers of a block open what the numbered list after it says. The list itself is only for paper, where nothing can be
 * opened.
 */
export function addAnnotations(article: HTMLElement, labelOf: (number: number) => string): void {
  for (const block of article.querySelectorAll<HTMLElement>('div.highlight')) {
    const markers = [...block.querySelectorAll<HTMLElement>('.md-annotation[data-note]')]
    const list = block.nextElementSibling
    if (markers.length === 0 || !(list instanceof HTMLOListElement) || list.dataset['notes'] !== undefined) continue
    const notes = [...list.children]
    const explained = markers.filter(marker => noteOf(notes, marker) !== undefined)
    if (explained.length === 0) continue
    list.dataset['notes'] = ''
    for (const marker of explained) addNote(marker, noteOf(notes, marker)!, labelOf)
  }
}

function noteOf(notes: readonly Element[], marker: HTMLElement): Element | undefined {
  return notes[Number(marker.dataset['note']) - 1]
}

/** The browser closes it by the Escape key and by a click beside it. */
function addNote(marker: HTMLElement, note: Element, labelOf: (number: number) => string): void {
  made += 1
  const button = document.createElement('button')
  button.type = 'button'
  button.className = marker.className
  button.textContent = marker.textContent
  button.setAttribute('aria-label', labelOf(Number(marker.dataset['note'])))
  const box = document.createElement('div')
  box.id = `docs-note-${made}`
  box.dataset['noteBox'] = ''
  box.setAttribute('popover', 'auto')
  box.setAttribute('role', 'note')
  box.setAttribute('aria-label', labelOf(Number(marker.dataset['note'])))
  box.append(...[...note.childNodes].map(child => child.cloneNode(true)))
  button.setAttribute('popovertarget', box.id)
  box.addEventListener('beforetoggle', () => place(box, button))
  marker.replaceWith(button)
  // Not within the code, whose white space and font are not those of a text.
  button.closest('div.highlight')?.append(box)
}

const gapPx = 6

/** Below the marker, and never wider than the window. */
function place(box: HTMLElement, button: HTMLElement): void {
  const { left, bottom } = button.getBoundingClientRect()
  const width = Math.min(360, window.innerWidth - 2 * gapPx)
  box.style.width = `${width}px`
  box.style.left = `${Math.max(gapPx, Math.min(left, window.innerWidth - width - gapPx))}px`
  box.style.top = `${bottom + gapPx}px`
}

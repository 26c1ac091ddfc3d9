/** On paper nothing can be unfolded: all is open while the page is printed, and afterwards as before. */
export function openForPrint(article: HTMLElement, signal: AbortSignal): void {
  let opened: HTMLDetailsElement[] = []
  window.addEventListener(
    'beforeprint',
    () => {
      opened = [...article.querySelectorAll<HTMLDetailsElement>('details:not([open])')]
      for (const each of opened) each.open = true
    },
    { signal },
  )
  window.addEventListener(
    'afterprint',
    () => {
      for (const each of opened) each.open = false
      opened = []
    },
    { signal },
  )
}

/** Paper is light, and nothing on it can be unfolded: so is the page while it is printed, and afterwards as before. */
export function openForPrint(article: HTMLElement, signal: AbortSignal): void {
  const root = document.documentElement
  let opened: HTMLDetailsElement[] = []
  let scheme: string | undefined
  window.addEventListener(
    'beforeprint',
    () => {
      opened = [...article.querySelectorAll<HTMLDetailsElement>('details:not([open])')]
      for (const each of opened) each.open = true
      const current = root.dataset['mantineColorScheme']
      // Another article of the page may have done it.
      scheme = current === 'light' ? undefined : current
      root.dataset['mantineColorScheme'] = 'light'
    },
    { signal },
  )
  window.addEventListener(
    'afterprint',
    () => {
      for (const each of opened) each.open = false
      opened = []
      if (scheme !== undefined) root.dataset['mantineColorScheme'] = scheme
    },
    { signal },
  )
}

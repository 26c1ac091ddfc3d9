import { query, useQueryCache } from '@portico/core/web'
import { techdocsApi } from '@portico/techdocs/common'
import { useLinkNavigation } from '@portico/ui'
import { useEffect, useEffectEvent, type RefObject } from 'react'
import { toPagePath, type DocsParams } from './site-model.ts'

/** A pointer or a focus that rests on a link for this long is likely to open it; one that only passes is not. */
const dwellMs = 40

interface PageLinksOptions {
  readonly params: DocsParams
  /** Where the pages of the site are. */
  readonly base: string
  /** The page that is shown, whose own anchors are not navigated to. */
  readonly here?: { readonly href: string; readonly goTo: (hash: string) => void }
}

/**
 * The links to pages of the site within an element: the page is prefetched while the pointer rests on its link, and opened without a page load.
 * One listener for all of them: a link that listens to the router itself is drawn again with every page, and a site has hundreds.
 */
export function usePageLinks(container: RefObject<HTMLElement | null>, { params, base, here }: PageLinksOptions): void {
  const cache = useQueryCache()
  const { toHref, follow } = useLinkNavigation()

  const addressOf = (link: HTMLAnchorElement | null) => {
    const href = link?.getAttribute('href') ?? ''
    const start = toHref(base)
    return href.startsWith(start) && /^(?:$|[/?#])/.test(href.slice(start.length)) ? href.slice(start.length) : undefined
  }

  const prefetch = useEffectEvent((link: HTMLAnchorElement | null) => {
    const address = addressOf(link)
    const rest = address === undefined ? undefined : decode(address.replace(/[?#].*$/s, ''))
    if (rest === undefined) return
    // A failure is shown when the page is opened.
    cache.fetch(query(techdocsApi.getPage, { params: { ...params, rest: toPagePath(rest) } })).catch(() => undefined)
  })

  /** Everything with a modifier key is the browser's. */
  const open = useEffectEvent((event: MouseEvent) => {
    const link = linkOf(event)
    const address = addressOf(link)
    if (!link || address === undefined || event.defaultPrevented || event.button !== 0) return
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || link.target === '_blank' || link.hasAttribute('download'))
      return
    event.preventDefault()
    const href = link.getAttribute('href')!
    if (here && href.startsWith(`${here.href}#`)) here.goTo(href.slice(here.href.length))
    else follow(`${base}${address}`.replace(/\/(?=$|[?#])/, ''), link.textContent.trim())
  })

  useEffect(() => {
    const element = container.current
    if (!element) return
    const abort = new AbortController()
    const { signal } = abort
    let timer: ReturnType<typeof setTimeout> | undefined
    const rest = (event: Event) => {
      clearTimeout(timer)
      const link = linkOf(event)
      if (link) timer = setTimeout(() => prefetch(link), dwellMs)
    }
    element.addEventListener('pointerover', rest, { signal })
    element.addEventListener('focusin', rest, { signal })
    element.addEventListener('pointerdown', event => prefetch(linkOf(event)), { signal })
    element.addEventListener('click', event => open(event), { signal })
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [container])
}

function linkOf({ target }: Event): HTMLAnchorElement | null {
  return target instanceof Element ? target.closest('a') : null
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

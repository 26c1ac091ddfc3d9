import { query, useQueryCache } from '@portico/core/web'
import { techdocsApi, toPagePath, type DocsParams } from '@portico/techdocs/common'
import { useLinkNavigation } from '@portico/ui'
import { useEffect, useEffectEvent, useRef, type RefObject } from 'react'

/** A pointer or a focus that rests on a link for this long is likely to open it; one that only passes is not. */
const dwellMs = 40
/** Whoever moves over many links has not chosen one yet. */
const maxPrefetches = 2
/** What was read this lately is not read again for a link that is only looked at. */
const prefetchStaleMs = 60_000

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

  const running = useRef(0)
  const prefetch = useEffectEvent(async (link: HTMLAnchorElement | null, isPressed: boolean) => {
    const address = addressOf(link)
    const rest = address === undefined ? undefined : decode(address.replace(/[?#].*$/s, ''))
    if (rest === undefined || (!isPressed && (running.current >= maxPrefetches || savesData()))) return
    const page = query(techdocsApi.getPage, { params: { ...params, rest: toPagePath(rest) } })
    running.current++
    // A failure is shown when the page is opened.
    await cache.fetch({ ...page, ...(!isPressed && { staleTime: prefetchStaleMs }) }).catch(() => undefined)
    running.current--
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
      if (link) timer = setTimeout(() => void prefetch(link, false), dwellMs)
    }
    element.addEventListener('pointerover', rest, { signal })
    element.addEventListener('focusin', rest, { signal })
    element.addEventListener('pointerdown', event => void prefetch(linkOf(event), true), { signal })
    element.addEventListener('click', event => open(event), { signal })
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [container])
}

/** Whether the user has asked the browser to load little. */
function savesData(): boolean {
  return (navigator as { readonly connection?: { readonly saveData?: boolean } }).connection?.saveData === true
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

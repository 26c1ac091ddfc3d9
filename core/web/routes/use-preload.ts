import { useCallback } from 'react'
import { matchRoutes, resolvePath } from 'react-router'
import type { Preload } from '../plugin.ts'
import { usePortal } from '../portal.tsx'
import { longestFirst } from './route-path.ts'

/**
 * Asks for the code of the page at an address, and with `data` for what its view reads first.
 * A failure is nobody's yet: whoever goes there meets it.
 */
export function usePreload(): (to: string, options?: { readonly data?: boolean }) => void {
  const { plugins, queries } = usePortal()
  return useCallback(
    (to, { data = false } = {}) => {
      const { pathname, search } = resolvePath(to)
      const pages = longestFirst(plugins.flatMap(plugin => plugin.pages ?? []))
      const match = matchRoutes(
        pages.map(({ path }) => ({ path })),
        pathname,
      )?.[0]
      const page = pages.find(({ path }) => path === match?.route.path)
      if (!page || !match) return
      void page.load().catch(() => undefined)
      if (!data || !page.preload) return
      const given: Preload = {
        params: match.params,
        search: new URLSearchParams(search),
        prefetch: options => void queries.prefetchQuery(options),
      }
      void (async () => page.preload?.(given))().catch(() => undefined)
    },
    [plugins, queries],
  )
}

/** For a link: the code of its page is asked for when the pointer or the focus comes near, what the page reads first when it is pressed. */
export function usePreloading(to: string) {
  const preload = usePreload()
  return {
    onPointerEnter: () => preload(to),
    onFocus: () => preload(to),
    onPointerDown: () => preload(to, { data: true }),
  }
}

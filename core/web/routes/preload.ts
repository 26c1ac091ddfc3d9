import type { QueryClient } from '@tanstack/react-query'
import { matchRoutes, resolvePath } from 'react-router'
import { until } from '../observable.ts'
import { withTimeout } from '../with-timeout.ts'
import type { Page, Preload, WebPlugin } from '../plugin.ts'
import type { Session } from '../session/session.ts'
import { longestFirst } from './route-path.ts'

/** A page waits this long for what it reads first, rather than show for a moment that it has nothing. */
const timeoutMs = 200

interface PreloadSurroundings {
  readonly plugins: readonly WebPlugin[]
  readonly apis: { readonly get: Preload['api'] }
  readonly queries: QueryClient
  readonly session: Session
}

/** Asks for the code and the first data of pages before they are shown. A failure is nobody's yet: whoever goes there meets it. */
export function createPreload({ plugins, apis, queries, session }: PreloadSurroundings) {
  const pages = longestFirst(plugins.flatMap(plugin => plugin.pages ?? []))
  const routes = pages.map(({ path }) => ({ path }))

  /** Settles when everything that the page reads first was answered, or could not be. */
  async function read(page: Page, params: Preload['params'], search: URLSearchParams): Promise<void> {
    const asked: Promise<void>[] = []
    try {
      const [module] = await Promise.all([page.preload?.(), until(session.state, ({ status }) => status !== 'restoring')])
      // Nobody reads anything before they are someone.
      if (session.state.get().status !== 'signed-in') return
      module?.preload({ params, search, api: apis.get, prefetch: options => void asked.push(queries.prefetchQuery(options)) })
    } catch {
      // The view asks itself.
    }
    await Promise.all(asked)
  }

  return {
    /** The code of the page at an address, and with `data` what its view reads first. */
    address(to: string, { data = false }: { readonly data?: boolean } = {}): void {
      const { pathname, search } = resolvePath(to)
      const match = matchRoutes(routes, pathname)?.[0]
      const page = pages.find(({ path }) => path === match?.route.path)
      if (!page || !match) return
      void Promise.all([page.load(), page.preload?.()]).catch(() => undefined)
      if (data) void read(page, match.params, new URLSearchParams(search))
    },
    /** What a page reads first, for as long as that is worth waiting for once somebody is signed in. */
    async page(page: Page, params: Preload['params'], search: URLSearchParams): Promise<void> {
      if (!page.preload) return
      const reading = read(page, params, search)
      await until(session.state, ({ status }) => status !== 'restoring')
      await withTimeout(timeoutMs, reading)
    },
  }
}

import type { QueryClient } from '@tanstack/react-query'
import { matchRoutes, resolvePath } from 'react-router'
import { preloadFile } from '../files/load-file.ts'
import { until } from '../observable.ts'
import { withTimeout } from '../with-timeout.ts'
import type { Page, Preload, WebPlugin } from '../plugin.ts'
import type { Session } from '../session/session.ts'
import { longestFirst } from './route-path.ts'

/** A page waits this long for its first data, rather than flash a loading state. */
const timeoutMs = 200

interface PreloadDependencies {
  readonly plugins: readonly WebPlugin[]
  readonly apis: { readonly get: Preload['api'] }
  readonly queries: QueryClient
  readonly session: Session
}

/** Preloads the code and the first data of pages. Failures are ignored here: they appear when the page is opened. */
export function createPreload({ plugins, apis, queries, session }: PreloadDependencies) {
  const pages = longestFirst(plugins.flatMap(plugin => plugin.pages ?? []))
  const routes = pages.map(({ path }) => ({ path }))

  /** Settles when all the first data of the page has loaded or failed. */
  async function read(page: Page, params: Preload['params'], search: URLSearchParams): Promise<void> {
    const asked: Promise<void>[] = []
    try {
      const [module] = await Promise.all([page.preload?.(), until(session.state, ({ status }) => status !== 'restoring')])
      // Nothing is requested before sign-in.
      if (session.state.get().status !== 'signed-in') return
      module?.preload({ params, search, api: apis.get, prefetch: options => void asked.push(queries.prefetchQuery(options)) })
    } catch {
      // The view requests it itself.
    }
    await Promise.all(asked)
  }

  return {
    /** The code of the page at an address, and with `data` its first data. */
    address(to: string, { data = false }: { readonly data?: boolean } = {}): void {
      const { pathname, search } = resolvePath(to)
      const match = matchRoutes(routes, pathname)?.[0]
      const page = pages.find(({ path }) => path === match?.route.path)
      if (!page || !match) return
      preloadFile(() => Promise.all([page.load(), page.preload?.()]))
      if (data) void read(page, match.params, new URLSearchParams(search))
    },
    /** The first data of a page, awaited with a timeout once the user is signed in. */
    async page(page: Page, params: Preload['params'], search: URLSearchParams): Promise<void> {
      if (!page.preload) return
      const reading = read(page, params, search)
      await until(session.state, ({ status }) => status !== 'restoring')
      await withTimeout(timeoutMs, reading)
    },
  }
}

import {
  AppError,
  pathOf,
  type ConfigPart,
  type FirstRequest,
  type FrontendSection,
  type OpenedPage,
  type SectionValue,
} from '@portico/core/common'
import { createPageMatcher, type PathParams } from '../http/page-paths.ts'
import type { Logger } from '../operations/log.ts'

/** Opens what the first data of a page needs, and may return the requests that its code will begin with. */
export type PageListener = (page: OpenedPage) => readonly FirstRequest[] | void

/** Called with a path as web plugins declare it, `/docs/:namespace/:kind/:name/*`. */
export type OnPageRequest = (path: string, listener: PageListener) => void

/** Has every page carry a section of the config whose value the plugin knows. */
export type OnPageConfig = <S extends FrontendSection>(section: S, value: () => SectionValue<S>) => void

interface PageRequestDependencies {
  /** The address of a plugin's API as the browser has it. */
  readonly externalUrl: (pluginId: string) => string
  readonly log: Logger
}

export type PageRequests = ReturnType<typeof createPageRequests>

/** Tells plugins that a browser is about to open one of their pages, while it still loads the code. */
export function createPageRequests({ externalUrl, log }: PageRequestDependencies) {
  let listeners: readonly { readonly path: string; readonly listener: PageListener }[] = []
  const sections = new Set<{ readonly section: FrontendSection; readonly value: () => unknown }>()
  let pageAt: ReturnType<typeof createPageMatcher<{ readonly path: string }>> | undefined

  function call(listener: PageListener, path: string, page: OpenedPage): readonly FirstRequest[] {
    try {
      return listener(page) ?? []
    } catch (error) {
      // An error with a name is about the address, which anybody can write: the page says what is wrong with it.
      if (!(error instanceof AppError)) log.warn({ error, path }, 'what a page needs could not be opened early')
      return []
    }
  }

  return {
    /** Returns what unsubscribes. */
    on: ((path: string, listener: PageListener) => {
      const added = { path, listener }
      listeners = [...listeners, added]
      pageAt = undefined
      return () => {
        listeners = listeners.filter(each => each !== added)
        pageAt = undefined
      }
    }) satisfies OnPageRequest,
    /** Returns what takes the section away. */
    onConfig: (<S extends FrontendSection>(section: S, value: () => SectionValue<S>) => {
      const added = { section, value }
      sections.add(added)
      return () => void sections.delete(added)
    }) satisfies OnPageConfig,
    /** What plugins add to the config of a page. */
    config: (): ConfigPart[] => [...sections].map(({ section, value }) => ({ data: nested(section.path, value()), context: 'portico' })),
    /**
     * The addresses that the page at a path requests first, exactly as its code will.
     * @param pathname below the path of `app.baseUrl`
     */
    requested(pathname: string, search: URLSearchParams): string[] {
      pageAt ??= createPageMatcher(listeners.map(({ path }) => ({ path })))
      const found = pageAt(pathname)
      if (!found) return []
      const page = { params: decoded(found.params), search }
      const requests = listeners.filter(({ path }) => path === found.page.path).flatMap(({ path, listener }) => call(listener, path, page))
      return requests.map(({ route, input }) => `${externalUrl(route.plugin)}${pathOf(route, input)}`)
    },
  }
}

function nested(path: string, value: unknown): ConfigPart['data'] {
  return path.split('.').reduceRight<unknown>((inner, key) => ({ [key]: inner }), value) as ConfigPart['data']
}

function decoded(params: PathParams): PathParams {
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, decodeURIComponent(value)]))
}

import { createContext, use, useEffect, useMemo, useRef, type ReactNode } from 'react'
import { matchRoutes, useLocation } from 'react-router'
import { useApi } from '../apis/use-api.ts'
import { usePortal } from '../portal.tsx'
import { analyticsApiRef, outermostContext, type AnalyticsAction, type AnalyticsContextValue, type AnalyticsEvent } from './analytics.ts'

const Context = createContext<AnalyticsContextValue>(outermostContext)

/** Sets the analytics context of its children; unset values are inherited. */
export function AnalyticsContext({ attributes, children }: { attributes: Partial<AnalyticsContextValue>; children: ReactNode }) {
  const outer = use(Context)
  const value = useMemo(() => ({ ...outer, ...attributes }) as AnalyticsContextValue, [outer, attributes])
  return <Context value={value}>{children}</Context>
}

/** `const { captureEvent } = useAnalytics()`, then `captureEvent('create', template.title)`. */
export function useAnalytics() {
  const api = useApi(analyticsApiRef)
  const context = use(Context)
  return useMemo(
    () => ({
      captureEvent(action: AnalyticsAction, subject: string, more: Pick<AnalyticsEvent, 'value' | 'attributes'> = {}) {
        api.captureEvent({ action, subject, ...more, context })
      },
    }),
    [api, context],
  )
}

/** Captures `navigate` whenever the address changes, in the context of the page that is shown there. */
export function useNavigateEvents(): void {
  const { pathname, search, hash } = useLocation()
  const { plugins } = usePortal()
  const api = useApi(analyticsApiRef)
  const last = useRef<string>(undefined)
  useEffect(() => {
    const subject = `${pathname}${search}${hash}`
    if (last.current === subject) return
    last.current = subject
    api.captureEvent({ action: 'navigate', subject, context: contextAt(plugins, pathname) })
  }, [pathname, search, hash, plugins, api])
}

function contextAt(plugins: ReturnType<typeof usePortal>['plugins'], pathname: string): AnalyticsContextValue {
  const pages = plugins.flatMap(({ id, pages: own = [] }) =>
    own.map(({ path, route }) => ({ id: `${id} ${route?.id ?? 'unknown'}`, path })),
  )
  const found = matchRoutes(pages, { pathname })?.[0]?.route.id
  const [pluginId, routeRef] = found?.split(' ') ?? []
  return pluginId && routeRef ? { pluginId, routeRef, extension: 'App' } : outermostContext
}

import { AppError } from '@portico/core/common'
import { useMemo, type ComponentType } from 'react'
import { useLocation, type RouteObject, type ShouldRevalidateFunction } from 'react-router'
import { AnalyticsContext } from '../analytics/use-analytics.tsx'
import type { Page } from '../plugin.ts'
import { PluginBoundary } from '../PluginBoundary.tsx'
import type { Portal } from '../portal.tsx'
import { Root } from '../shell/Root.tsx'
import { PageError, RootError } from '../shell/RootError.tsx'
import { useComponents } from '../shell/use-components.ts'
import { usePageTitle } from '../title.ts'
import { CurrentPageContext } from './page-context.tsx'
import { longestFirst } from './route-path.ts'

/** Every page of every plugin inside the shell, longer paths first, and a not-found page for all other paths. */
export function routesOf({ plugins, preload }: Pick<Portal, 'plugins' | 'preload'>): RouteObject[] {
  const pages = plugins.flatMap(plugin => (plugin.pages ?? []).map(page => ({ plugin: plugin.id, path: page.path, page })))
  const routes = longestFirst(pages).map(({ plugin, page }) => pageRoute(plugin, page, preload))
  const pagesInFrame = { errorElement: <PageError />, children: [...routes, { path: '*', element: <NotFound /> }] }
  return [{ element: <Root />, errorElement: <RootError />, children: [pagesInFrame] }]
}

function NotFound() {
  const { NotFoundPage } = useComponents()
  return <NotFoundPage />
}

function pageRoute(plugin: string, page: Page, preload: Portal['preload']): RouteObject {
  const loaded: { View?: ComponentType } = {}
  return {
    path: page.path,
    element: <PageView plugin={plugin} page={page} loaded={loaded} />,
    HydrateFallback: Progress,
    // Data and code load together. Not `lazy`, which the router never tries again once it has failed.
    loader: async ({ params, request }) => {
      const [{ default: View }] = await Promise.all([loadChunk(page.load), preload.page(page, params, new URL(request.url).searchParams)])
      loaded.View = View
      return null
    },
    shouldRevalidate: isOtherPage,
  }
}

/** The same page with other filters, or another tab of it, loads its own data. */
const isOtherPage: ShouldRevalidateFunction = ({ currentParams, nextParams }) => {
  const names = new Set([...Object.keys(currentParams), ...Object.keys(nextParams)])
  names.delete('*')
  return [...names].some(name => currentParams[name] !== nextParams[name])
}

function Progress() {
  const { Progress: Shown } = useComponents()
  return <Shown />
}

async function loadChunk<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (error) {
    throw new AppError('ChunkLoadError', error instanceof Error ? error.message : String(error), { code: 'core.chunk', cause: error })
  }
}

function PageView({ plugin, page, loaded: { View } }: { plugin: string; page: Page; loaded: { readonly View?: ComponentType } }) {
  usePageTitle(page.title)
  const { pathname } = useLocation()
  const current = useMemo(() => ({ plugin, path: page.path, route: page.route }), [plugin, page])
  const attributes = useMemo(() => ({ pluginId: plugin, ...(page.route && { routeRef: page.route.id }) }), [plugin, page])
  return (
    <CurrentPageContext value={current}>
      <AnalyticsContext attributes={attributes}>
        {/* Another address is another try: an error does not stick to the plugin. */}
        <PluginBoundary retryKey={pathname} plugin={plugin}>
          {View && <View />}
        </PluginBoundary>
      </AnalyticsContext>
    </CurrentPageContext>
  )
}

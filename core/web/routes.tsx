import { AppError } from '@portico/core/common'
import type { ComponentType } from 'react'
import { useLocation, type RouteObject } from 'react-router'
import type { Page, WebPlugin } from './plugin.ts'
import { PluginBoundary } from './PluginBoundary.tsx'
import { NotFoundPage } from './shell/NotFoundPage.tsx'
import { PageSkeleton } from './shell/PageSkeleton.tsx'
import { Root } from './shell/Root.tsx'
import { RootError } from './shell/BootError.tsx'
import { usePageTitle } from './title.ts'

/** Every page of every plugin inside the shell, and a not-found page for all other paths. */
export function routesOf(plugins: readonly WebPlugin[]): RouteObject[] {
  const pages = plugins.flatMap(plugin => (plugin.pages ?? []).map(page => pageRoute(plugin.id, page)))
  return [{ element: <Root />, errorElement: <RootError />, children: [...pages, { path: '*', element: <NotFoundPage /> }] }]
}

function pageRoute(plugin: string, page: Page): RouteObject {
  return {
    path: page.path,
    HydrateFallback: PageSkeleton,
    lazy: async () => {
      const { default: View } = await loadChunk(page.load)
      return { element: <PageView plugin={plugin} page={page} View={View} /> }
    },
  }
}

async function loadChunk<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (error) {
    throw new AppError('ChunkLoadError', error instanceof Error ? error.message : String(error), { code: 'core.chunk', cause: error })
  }
}

function PageView({ plugin, page, View }: { plugin: string; page: Page; View: ComponentType }) {
  usePageTitle(page.title)
  const { pathname } = useLocation()
  return (
    // Another address is another try: an error does not stick to the plugin.
    <PluginBoundary key={pathname} plugin={plugin}>
      <View />
    </PluginBoundary>
  )
}

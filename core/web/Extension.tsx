import { AppError } from '@portico/core/common'
import { lazyView, SkeletonRows } from '@portico/ui'
import { Suspense, useState, type ComponentType } from 'react'
import { AnalyticsContext } from './analytics/use-analytics.tsx'
import { PluginBoundary } from './PluginBoundary.tsx'
import { usePortal } from './portal.tsx'
import type { RouteRef } from './routes/route-ref.ts'

export interface ExtensionSpec<Props> {
  /** The id of the plugin it belongs to. */
  readonly plugin: string
  readonly name: string
  /** Its code is a chunk of its own: `async () => (await import('./parts/GraphCard.tsx')).GraphCard`. */
  readonly load: () => Promise<ComponentType<Props>>
  /** A routable extension: it links from its own route, which a page of the portal must have. */
  readonly route?: RouteRef
}

/** A component whose code can be asked for before it is drawn. */
type LoadableComponent<Props> = ComponentType<Props> & {
  /** Once this is done it is drawn at once: a component that is still lazy shows its fallback, and React replaces no fallback within 300 ms. */
  readonly preload: () => Promise<void>
}

/** A part of a plugin that other plugins put on their pages. What it throws stays inside it. */
export function defineExtension<Props extends object>(spec: ExtensionSpec<Props>): LoadableComponent<Props> {
  const { plugin, name, load, route } = spec
  let loaded: ComponentType<Props> | undefined
  const View = lazyView(() => loadExtension(name, load))
  const attributes = { pluginId: plugin, extension: name, ...(route && { routeRef: route.id }) }

  function Routed(props: Props) {
    const { routes } = usePortal()
    if (route && !routes.has(route)) {
      throw new Error(`The routable extension '${name}' was not found in the element tree: no page has the route '${route.id}'`)
    }
    // For as long as it is shown it stays the same component.
    const [Shown] = useState(() => loaded ?? View)
    return <Shown {...props} />
  }

  function Extension(props: Props) {
    return (
      <AnalyticsContext attributes={attributes}>
        <PluginBoundary plugin={plugin}>
          <Suspense fallback={<SkeletonRows />}>
            <Routed {...props} />
          </Suspense>
        </PluginBoundary>
      </AnalyticsContext>
    )
  }
  Extension.displayName = `Extension(${name})`
  Extension.preload = async () => void (loaded = await load())
  return Extension
}

async function loadExtension<Props>(name: string, load: () => Promise<ComponentType<Props>>): Promise<ComponentType<Props>> {
  try {
    return await load()
  } catch (error) {
    throw new AppError('ChunkLoadError', `Failed lazy loading of the ${name} extension, try to reload the page`, {
      code: 'core.extension',
      details: { name },
      cause: error,
    })
  }
}

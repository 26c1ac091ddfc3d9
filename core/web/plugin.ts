import type { AppError, Permission } from '@portico/core/common'
import type { Text } from '@portico/ui'
import type { FetchQueryOptions } from '@tanstack/react-query'
import type { ComponentType, ReactNode } from 'react'
import type { ApiFactory, ApiRef } from './apis/api-ref.ts'
import type { BrowserConfig } from './config.ts'
import type { NamedIcons } from './icons/icon-names.ts'
import type { TranslationLoaders } from './languages/translation.ts'
import { refuseTwice } from './refuse-twice.ts'
import { refuseRepeatedParams } from './routes/route-path.ts'
import type { ExternalRouteRef, RouteRef, TargetRouteRef } from './routes/route-ref.ts'
import type { AnySlot, Filling } from './slots/slot.ts'
import type { Theme } from './themes.ts'

export interface NavItem {
  readonly label: Text
  /** An icon, or the name of one of the portal's: `plugin`, `docs`. */
  readonly icon: ReactNode
  /** `main` (default) stands at the top; `admin` lower down, for those who run the portal; `foot` right above the user: their own pages. */
  readonly group?: 'main' | 'admin' | 'foot'
  /** Lower comes first; 100 by default. */
  readonly order?: number
  /** On phones the highest integers come first in the bar; what has none follows. */
  readonly mobilePriority?: number
  /** Keys that lead here, such as `g h`. */
  readonly shortcut?: string
  /** Only those who have it see the entry. The page itself asks too: an address can be typed. */
  readonly permission?: Permission
  /** A hook: how many there are behind it, such as unread messages. */
  readonly useBadge?: () => number | undefined
  /** Links below this one, in a panel beside the sidebar. */
  readonly submenu?: Submenu
}

export interface Submenu {
  readonly title: Text
  /** A hook: the links may depend on the user. */
  readonly useItems: () => readonly SubmenuItem[]
}

export interface SubmenuItem {
  readonly label: Text
  readonly to: string
  readonly icon?: ReactNode
}

/** What a page can use to load data before its view. */
export interface Preload {
  readonly params: Readonly<Record<string, string | undefined>>
  readonly search: URLSearchParams
  /** A service by its ref, such as the config or who is signed in. */
  readonly api: <Api>(ref: ApiRef<Api>) => Api
  /** Reads a query into the cache: `prefetch(query(catalogApi.getEntity, { params }))`. What fails is requested again by the view. */
  readonly prefetch: <Data>(options: FetchQueryOptions<Data, AppError>) => void
}

export interface Page {
  /** Below the portal's base path: `/`, `/catalog/:kind`, `/docs/*`. */
  readonly path: string
  readonly title: Text
  /** `() => import('./views/HomePage.tsx')`: the view is a default export and a chunk of its own. */
  readonly load: () => Promise<{ readonly default: ComponentType }>
  /** `() => import('./views/home-data.ts')`: requests the first data of the view while its code loads. */
  readonly preload?: () => Promise<{ readonly preload: (given: Preload) => void }>
  /** Present when others link to the page. Its parameters are those of the path. */
  readonly route?: RouteRef
  /** Present when the page is in the navigation. */
  readonly nav?: NavItem
}

/** A feature flag that each user can set, off by default. */
export interface FeatureFlagSpec {
  readonly name: string
  readonly description?: Text
}

export interface WebPlugin {
  readonly id: string
  readonly pages?: readonly Page[]
  /** The slots that it shows on its pages, for others to fill. */
  readonly slots?: readonly AnySlot[]
  /** What it puts in slots. */
  readonly fills?: readonly Filling[]
  /** What it puts in slots besides, where that follows from the config of the page. */
  readonly configuredFills?: (config: Pick<BrowserConfig, 'section'>) => readonly Filling[]
  /** What others may link to; the names are used in `app.routes.bindings` as `<plugin id>.<name>`. */
  readonly routes?: Routes
  /** What this plugin links to, where the app decides. */
  readonly externalRoutes?: ExternalRoutes
  readonly apis?: readonly ApiFactory[]
  readonly featureFlags?: readonly FeatureFlagSpec[]
  /** Icons by name, for texts and config that name one. */
  readonly icons?: NamedIcons
  /** Looks that users can choose, beside those of the app. */
  readonly themes?: readonly Theme[]
  /** The plugin's texts in other languages. */
  readonly translations?: TranslationLoaders
}

type Routes = Readonly<Record<string, TargetRouteRef>>
type ExternalRoutes = Readonly<Record<string, ExternalRouteRef>>

/** Declares the web half of a plugin. Its routes keep their own types, for those who link to them and bind them. */
export function defineWebPlugin<const R extends Routes = {}, const E extends ExternalRoutes = {}>(
  plugin: Omit<WebPlugin, 'routes' | 'externalRoutes'> & { readonly routes?: R; readonly externalRoutes?: E },
): WebPlugin & { readonly routes: R; readonly externalRoutes: E } {
  return { routes: {} as R, externalRoutes: {} as E, ...plugin }
}

/** Refuses mistakes by name: two plugins of one id, two pages at one path, a parameter twice in a path. */
export function checkPlugins(plugins: readonly WebPlugin[]): void {
  refuseTwice(
    plugins.map(plugin => plugin.id),
    id => `Duplicate plugin id '${id}'`,
  )
  const pages = plugins.flatMap(plugin => plugin.pages ?? [])
  for (const { path } of pages) refuseRepeatedParams(path)
  refuseTwice(
    pages.map(page => page.path.replace(/:\w+/g, ':')),
    path => `Duplicate route '${path}'`,
  )
}

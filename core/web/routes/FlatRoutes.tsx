import type { ReactNode } from 'react'
import { useRoutes } from 'react-router'
import { useComponents } from '../shell/use-components.ts'
import { longestFirst, refuseRepeatedParams } from './route-path.ts'

export interface FlatRoute {
  /** Below the page it stands on: `/`, `/tasks/:id`, `/docs/*`. */
  readonly path: string
  readonly element: ReactNode
}

/** The routes below a page whose path ends in `/*`. Longer paths match first; any other path is not found. */
export function FlatRoutes({ routes }: { routes: readonly FlatRoute[] }) {
  const { NotFoundPage } = useComponents()
  return useRoutes([...toFlatRoutes(routes), { path: '*', element: <NotFoundPage /> }])
}

/** The routes in the order in which they are tried. Two at one path are refused. */
export function toFlatRoutes(routes: readonly FlatRoute[]): FlatRoute[] {
  const shapes = routes.map(({ path }) => path.replace(/:\w+/g, ':').replace(/^\//, ''))
  const twice = shapes.findIndex((shape, index) => shapes.indexOf(shape) !== index)
  if (twice >= 0) throw new Error(`Duplicate route '${routes[twice]?.path}'`)
  for (const { path } of routes) refuseRepeatedParams(path)
  return longestFirst(routes).map(({ path, element }) => ({ path: path.replace(/^\/+/, ''), element }))
}

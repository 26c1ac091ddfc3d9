import { createContext, use } from 'react'
import { matchPath, useLocation } from 'react-router'
import type { RouteRef } from './route-ref.ts'

/** The page that a component stands on. */
export interface CurrentPage {
  readonly plugin: string
  /** The pattern of its path. */
  readonly path: string
  readonly route: RouteRef | undefined
}

export const CurrentPageContext = createContext<CurrentPage | undefined>(undefined)

/** The page's base path and the rest: `/catalog/a/b` and `/docs` for a page at `/catalog/:x/:y/*`. */
export function usePagePath(): { readonly base: string; readonly below: string } {
  const page = use(CurrentPageContext)
  const { pathname } = useLocation()
  const match = page && matchPath({ path: page.path, end: true }, pathname)
  if (!match || !page.path.endsWith('*')) throw new Error("The page has no paths below it: its path must end in '/*'")
  const base = match.pathnameBase.replace(/\/$/, '')
  return { base, below: pathname.slice(base.length) || '/' }
}

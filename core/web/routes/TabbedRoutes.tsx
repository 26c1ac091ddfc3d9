import { LinkProvider, LinkTabs, useText, type Text } from '@portico/ui'
import type { ReactNode } from 'react'
import { matchRoutes, useRoutes } from 'react-router'
import { renderStayingAnchor } from '../Anchor.tsx'
import { usePagePath } from './page-context.tsx'
import styles from './TabbedRoutes.module.css'

export interface TabbedRoute {
  /** Below the page: `/` for the first tab, `/docs`, `/ci-cd`. */
  readonly path: string
  readonly title: Text
  readonly icon?: ReactNode
  /** How many there are behind it. */
  readonly count?: number | undefined
  readonly children: ReactNode
}

export interface TabbedRoutesProps {
  /** What the tabs are of. */
  readonly label: Text
  readonly routes: readonly TabbedRoute[]
}

/** Tabs of a page whose path ends in `/*`, each at a sub-path of its own. Where none matches, the first is shown. */
export function TabbedRoutes(props: TabbedRoutesProps) {
  const { tabs, content } = useTabbedRoutes(props)
  return (
    <>
      <div className={styles.tabs}>{tabs}</div>
      {content}
    </>
  )
}

/** The same in two parts: `<PageHeader tabs={tabs} />`, so that the tabs stay while the page scrolls, and the content below it. */
export function useTabbedRoutes({ label, routes }: TabbedRoutesProps): { readonly tabs: ReactNode; readonly content: ReactNode } {
  const text = useText()
  const { base, below } = usePagePath()
  const matchers = routes.map(({ path, children }) => ({ path: `${trimSlashes(path)}/*`.replace(/^\//, ''), element: children }))
  const matched = matchRoutes(matchers, { pathname: below })?.[0]?.route
  const found = matchers.findIndex(route => route === matched)
  const content = useRoutes(matched ? matchers : [{ path: '*', element: routes[0]?.children }])
  const tabs = routes.map(({ path, title, icon, count }) => ({
    to: [base, trimSlashes(path)].filter(Boolean).join('/') || '/',
    title: text(title),
    icon,
    count,
  }))
  return {
    tabs: (
      <LinkProvider render={renderStayingAnchor}>
        <LinkTabs label={text(label)} tabs={tabs} selected={Math.max(found, 0)} />
      </LinkProvider>
    ),
    content,
  }
}

function trimSlashes(path: string): string {
  return path.replace(/^\/+|\/+$/g, '')
}

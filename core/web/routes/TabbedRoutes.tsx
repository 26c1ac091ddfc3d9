import { LinkProvider, LinkTabs, useText, type Text } from '@portico/ui'
import type { ReactNode } from 'react'
import { matchRoutes, useRoutes } from 'react-router'
import { renderStayingAnchor } from '../Anchor.tsx'
import { usePagePlace } from './page-context.tsx'
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

/** Tabs of a page whose path ends in `/*`, each at a sub-path of its own. Where none matches, the first is shown. */
export function TabbedRoutes({ routes, label }: { routes: readonly TabbedRoute[]; label: Text }) {
  const text = useText()
  const { base, below } = usePagePlace()
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
  return (
    <>
      <div className={styles.tabs}>
        <LinkProvider render={renderStayingAnchor}>
          <LinkTabs label={text(label)} tabs={tabs} selected={Math.max(found, 0)} />
        </LinkProvider>
      </div>
      <div className={styles.content}>{content}</div>
    </>
  )
}

function trimSlashes(path: string): string {
  return path.replace(/^\/+|\/+$/g, '')
}

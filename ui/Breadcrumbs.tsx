import type { ReactNode } from 'react'
import styles from './Breadcrumbs.module.css'
import { Link } from './Link.tsx'
import { uiMessages } from './messages.ts'
import { Menu } from './Menu.tsx'
import { useText } from './text.tsx'

export interface Breadcrumb {
  readonly title: string
  /** Its link. The current page has none. */
  readonly to?: string | undefined
}

/** With more than three items: the first two, then what hides between, then the last. */
export function collapseTrail<T>(items: readonly T[]): { readonly head: readonly T[]; readonly hidden: readonly T[]; readonly last?: T } {
  if (items.length <= 3) return { head: items, hidden: [] }
  return { head: items.slice(0, 2), hidden: items.slice(2, -1), last: items[items.length - 1] as T }
}

/** The trail from the top to this page. */
export function Breadcrumbs({ items, label }: { items: readonly Breadcrumb[]; label?: string }) {
  const text = useText()
  const { head, hidden, last } = collapseTrail(items)
  return (
    <nav aria-label={label ?? text(uiMessages.breadcrumbs)}>
      <ol className={styles.trail}>
        {head.map((item, index) => (
          <TrailItem key={index} first={index === 0}>
            <Crumb item={item} here={last === undefined && index === head.length - 1} />
          </TrailItem>
        ))}
        {hidden.length > 0 && (
          <TrailItem>
            <HiddenCrumbs items={hidden} />
          </TrailItem>
        )}
        {last !== undefined && (
          <TrailItem>
            <Crumb item={last} here />
          </TrailItem>
        )}
      </ol>
    </nav>
  )
}

function TrailItem({ first = false, children }: { first?: boolean; children: ReactNode }) {
  return <li className={`${styles.item} ${first ? '' : styles.later}`}>{children}</li>
}

function Crumb({ item: { title, to }, here }: { item: Breadcrumb; here: boolean }) {
  const shared = { title, className: styles.crumb, ...(here && { 'aria-current': 'page' as const }) }
  if (to === undefined) return <span {...shared}>{title}</span>
  return (
    <Link to={to} plain {...shared}>
      {title}
    </Link>
  )
}

function HiddenCrumbs({ items }: { items: readonly Breadcrumb[] }) {
  const text = useText()
  return (
    <Menu
      position="bottom-start"
      button={
        <button type="button" className={styles.more} aria-label={text(uiMessages.hiddenBreadcrumbs)}>
          ...
        </button>
      }
    >
      {items.map(({ title, to }, index) =>
        to === undefined ? (
          <Menu.Item key={index} disabled>
            {title}
          </Menu.Item>
        ) : (
          <Menu.Item key={index} component={Link} to={to} plain className={styles.entry}>
            {title}
          </Menu.Item>
        ),
      )}
    </Menu>
  )
}

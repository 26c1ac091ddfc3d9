import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import styles from './Breadcrumbs.module.css'
import { Link } from './Link.tsx'
import { measureText } from './measure-text.ts'
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

export interface BreadcrumbsProps {
  readonly items: readonly Breadcrumb[]
  readonly label?: string
  /** When a trail of more than three collapses: always, or only where it does not fit in its line. Default `always`. */
  readonly collapse?: 'always' | 'when-full'
}

/** The trail from the top to this page. */
export function Breadcrumbs({ items, label, collapse = 'always' }: BreadcrumbsProps) {
  const text = useText()
  const nav = useRef<HTMLElement>(null)
  const roomPx = useRoom(nav, collapse === 'when-full')
  const isWhole = collapse === 'when-full' && (roomPx === undefined || trailWidth(items) <= roomPx)
  const { head, hidden, last } = isWhole ? { head: items, hidden: [], last: undefined } : collapseTrail(items)
  return (
    <nav ref={nav} className={styles.nav} aria-label={label ?? text(uiMessages.breadcrumbs)}>
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

const maxCrumbPx = 260
// The gap, the slash and its margin.
const betweenPx = 18

/** How wide a trail is that shows all of its items. */
function trailWidth(items: readonly Breadcrumb[]): number {
  const words = items.map(({ title }) => Math.min(Math.ceil(measureText(title, { size: 13 })), maxCrumbPx))
  return words.reduce((sum, width) => sum + width, betweenPx * (items.length - 1))
}

/** The width of the line that the trail stands in; undefined until it was laid out. */
function useRoom(nav: RefObject<HTMLElement | null>, isWatched: boolean): number | undefined {
  const [width, setWidth] = useState<number>()
  useEffect(() => {
    const line = nav.current?.parentElement
    if (!line || !isWatched || typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(([entry]) => entry && setWidth(entry.contentRect.width))
    observer.observe(line)
    return () => observer.disconnect()
  }, [nav, isWatched])
  return width
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

import { useHref, useNavigate, useText } from '@portico/core/web'
import type { DocsHeading } from '@portico/techdocs/common'
import { useEffect, useMemo, useState, type MouseEvent, type RefObject } from 'react'
import { scrollToAnchor } from '../article/anchors.ts'
import { techdocsMessages } from '../messages.ts'
import styles from './PageContents.module.css'

/** How far below the place that an anchor scrolls to a heading counts as read. */
const offsetPx = 76
/** That place where the style sheet does not tell. */
const anchorPx = 64

export interface PageContentsProps {
  readonly headings: readonly DocsHeading[]
  readonly article: RefObject<HTMLElement | null>
  /** Where the page is. */
  readonly address: string
}

/** The headings of the page, with the one that is being read. */
export function PageContents({ headings, article, address }: PageContentsProps) {
  const text = useText()
  const shown = useMemo(() => belowTitle(headings), [headings])
  const current = useCurrentHeading(shown, article)
  if (shown.length === 0) return undefined
  return (
    <nav aria-label={text(techdocsMessages.onThisPage)} className={styles.contents}>
      <p className={styles.title}>{text(techdocsMessages.onThisPage)}</p>
      <HeadingList headings={shown} article={article} address={address} current={current} />
    </nav>
  )
}

/** Whether there is anything to list beside the title of the page. */
export function hasContents(headings: readonly DocsHeading[]): boolean {
  return belowTitle(headings).length > 0
}

/** The same as a list, where there is no room beside the page. `onOpen`: a heading was chosen. */
export function ContentsList({ headings, article, address, onOpen }: PageContentsProps & { readonly onOpen: () => void }) {
  return (
    <div className={styles.contents}>
      <HeadingList headings={belowTitle(headings)} article={article} address={address} current={undefined} onOpen={onOpen} />
    </div>
  )
}

interface HeadingListProps extends PageContentsProps {
  readonly current: string | undefined
  readonly onOpen?: () => void
}

function HeadingList({ headings, article, address, current, onOpen }: HeadingListProps) {
  const navigate = useNavigate()
  const href = useHref(address)
  function open(event: MouseEvent, id: string) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    onOpen?.()
    void navigate({ hash: `#${id}` }, { preventScrollReset: true, state: { keepFocus: true } })
    if (article.current) scrollToAnchor(article.current, id)
  }
  const top = Math.min(...headings.map(({ level }) => level))
  return (
    <ul className={styles.list}>
      {headings.map(({ id, title, level }) => (
        <li key={id} data-level={Math.min(level - top, 3)} className={styles.item}>
          <a
            href={`${href}#${id}`}
            onClick={event => open(event, id)}
            className={styles.link}
            dir="auto"
            {...(id === current && { 'aria-current': 'location' as const })}
          >
            {title}
          </a>
        </li>
      ))}
    </ul>
  )
}

/** Without the title of the page, where it has only one. */
function belowTitle(headings: readonly DocsHeading[]): readonly DocsHeading[] {
  const isSingle = headings[0]?.level === 1 && headings.filter(({ level }) => level === 1).length === 1
  return isSingle ? headings.slice(1) : headings
}

function useCurrentHeading(headings: readonly DocsHeading[], article: RefObject<HTMLElement | null>): string | undefined {
  const [current, setCurrent] = useState<string>()
  useEffect(() => {
    let frame = 0
    function look() {
      frame = 0
      const elementOf = ({ id }: DocsHeading) => article.current?.querySelector(`#${CSS.escape(id)}`)
      const first = headings[0] && elementOf(headings[0])
      // What sticks to the top, such as tabs, moves the place down.
      const anchor = (first && Number.parseFloat(getComputedStyle(first).scrollMarginTop)) || anchorPx
      const passed = headings.filter(heading => (elementOf(heading)?.getBoundingClientRect().top ?? Infinity) < anchor + offsetPx)
      setCurrent((passed.at(-1) ?? headings[0])?.id)
    }
    const onScroll = () => void (frame ||= requestAnimationFrame(look))
    onScroll()
    window.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      cancelAnimationFrame(frame)
      window.removeEventListener('scroll', onScroll)
    }
  }, [headings, article])
  return current
}

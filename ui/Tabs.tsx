import { useEffect, useId, useRef, type KeyboardEvent, type ReactNode, type RefObject } from 'react'
import { Link } from './Link.tsx'
import { useNumber } from './locale.tsx'
import styles from './Tabs.module.css'

/** How much of the neighbouring tab is visible, to show that there is one. */
const peekPx = 32

interface TabLook {
  readonly title: ReactNode
  readonly icon?: ReactNode
  /** How many there are behind it. */
  readonly count?: number | undefined
}

function TabLabel({ icon, title, count }: TabLook) {
  const number = useNumber()
  return (
    <>
      {icon}
      <span>{title}</span>
      {count !== undefined && <span className={styles.count}>{number(count)}</span>}
    </>
  )
}

export interface LinkTab extends TabLook {
  readonly to: string
}

/** On a narrow screen not all tabs are in view: the open one is, with a piece of the next. */
function useSelectedInView(list: RefObject<HTMLElement | null>, selected: number, count: number): void {
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      const box = list.current
      const tab = box?.children[selected]
      if (!box || !tab) return
      const [outer, inner] = [box.getBoundingClientRect(), tab.getBoundingClientRect()]
      const [before, after] = [inner.left - outer.left - peekPx, inner.right - outer.right + peekPx]
      if (before < 0) box.scrollLeft += before
      else if (after > 0) box.scrollLeft += after
    })
    return () => cancelAnimationFrame(frame)
  }, [list, selected, count])
}

/** Tabs that are pages of their own: links, so that each can be opened in another tab and shared. */
export function LinkTabs({ label, tabs, selected }: { label: string; tabs: readonly LinkTab[]; selected: number }) {
  const list = useRef<HTMLElement>(null)
  useSelectedInView(list, selected, tabs.length)
  return (
    <nav ref={list} aria-label={label} className={styles.list}>
      {tabs.map(({ to, ...look }, index) => (
        <Link key={to} to={to} plain className={styles.tab} {...(index === selected && { 'aria-current': 'page' })}>
          <TabLabel {...look} />
        </Link>
      ))}
    </nav>
  )
}

export interface Tab extends TabLook {
  readonly id: string
  readonly content: ReactNode
}

export interface TabsProps {
  readonly label: string
  readonly tabs: readonly Tab[]
  /** The id of the open tab; one that does not exist opens the first. */
  readonly selected: string
  readonly onSelect: (id: string) => void
  /** In a dialog: the open tab has the focus first, and all stay in view while their content scrolls. */
  readonly inDialog?: boolean
}

/** Tabs within a page: one panel is shown. Arrow keys, Home and End move between them. */
export function Tabs({ label, tabs, selected, onSelect, inDialog = false }: TabsProps) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const found = tabs.findIndex(tab => tab.id === selected)
  const at = found === -1 ? 0 : found
  useSelectedInView(list, at, tabs.length)
  function move(event: KeyboardEvent) {
    const steps: Record<string, number> = { ArrowRight: at + 1, ArrowLeft: at - 1 + tabs.length, Home: 0, End: tabs.length - 1 }
    const target = steps[event.key]
    if (target === undefined) return
    event.preventDefault()
    const index = target % tabs.length
    const tab = tabs[index]
    if (tab) onSelect(tab.id)
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[index]?.focus()
  }
  return (
    <div>
      <div
        ref={list}
        role="tablist"
        tabIndex={-1}
        aria-label={label}
        className={`${styles.list} ${inDialog ? styles.sticky : ''}`}
        onKeyDown={move}
      >
        {tabs.map(({ id: tabId, content: _content, ...look }, index) => (
          <button
            key={tabId}
            type="button"
            role="tab"
            id={`${id}-tab-${index}`}
            aria-controls={`${id}-panel`}
            aria-selected={index === at}
            tabIndex={index === at ? 0 : -1}
            data-autofocus={(inDialog && index === at) || undefined}
            className={styles.tab}
            onClick={() => onSelect(tabId)}
          >
            <TabLabel {...look} />
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-tab-${at}`} tabIndex={0} className={styles.panel}>
        {tabs[at]?.content}
      </div>
    </div>
  )
}

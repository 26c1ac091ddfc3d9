import { useNavigate, useShortcut, useText } from '@portico/core/web'
import { SearchField, useLinkNavigation, useNumber, useRowWindow } from '@portico/ui'
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs'
import { memo, useEffect, useEffectEvent, useId, useMemo, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react'
import { useItemHref, useOutline } from './definition-context.tsx'
import { prepareItems, toItemRows, type ItemRow } from './item-rows.ts'
import styles from './ItemList.module.css'
import { definitionMessages } from './messages.ts'
import { MethodWord } from './MethodWord.tsx'

const rowHeight = 30
/** Every key of the search draws the rows anew. */
const overscan = 4

interface ItemListProps {
  /** The id of the item that is shown. */
  readonly selected: string | undefined
  /** Something was chosen: the sheet of the phone closes. */
  readonly onChoose?: () => void
}

/** The items of a definition by group, with a search. Up and down move, Enter opens, left and right fold groups. */
export function ItemList({ selected, onChoose }: ItemListProps) {
  const text = useText()
  const number = useNumber()
  const outline = useOutline()
  const hrefOf = useItemHref()
  const navigate = useNavigate()
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const [search, setSearch] = useState('')
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set())
  const [active, setActive] = useState<string>()
  const others = text(definitionMessages.others)
  const prepared = useMemo(() => prepareItems(outline, others), [outline, others])
  const rows = useMemo(() => toItemRows(prepared, search, folded), [prepared, search, folded])
  const { first, end, before, after, scrollTo } = useRowWindow({ count: rows.length, rowHeight, scroller, overscan })
  const at = active === undefined ? -1 : rows.findIndex(row => keyOf(row) === active)
  useShortcut('/', { label: definitionMessages.focusSearch, run: () => box.current?.querySelector('input')?.focus() })
  const wasShown = useRef(false)
  const showSelected = useEffectEvent(() => {
    const index = rows.findIndex(row => row.kind === 'item' && row.item.id === selected)
    // A row that was chosen in the list stays where it is; the one that an address names is brought to the middle.
    if (index >= 0) scrollTo(index, wasShown.current ? 'auto' : 'center')
    wasShown.current = true
  })
  useEffect(() => showSelected(), [selected])

  function fold(group: string, isFolded: boolean) {
    const next = new Set(folded)
    if (isFolded) next.add(group)
    else next.delete(group)
    setFolded(next)
  }
  function choose(row: ItemRow | undefined) {
    if (row?.kind === 'group') fold(row.id, row.isOpen)
    if (row?.kind !== 'item') return
    setActive(keyOf(row))
    void navigate(hrefOf(row.item.id), { preventScrollReset: true })
    onChoose?.()
  }
  /** Rows are drawn again only when they change, so they have no handlers of their own. */
  function onClick(event: MouseEvent) {
    const place = event.target instanceof Element ? event.target.closest<HTMLElement>('[role=treeitem]')?.dataset['row'] : undefined
    // Another tab or window is the browser's own.
    if (place === undefined || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    choose(rows[Number(place)])
  }
  function goTo(index: number) {
    const target = Math.max(0, Math.min(rows.length - 1, index))
    const row = rows[target]
    if (!row) return
    setActive(keyOf(row))
    scrollTo(target)
  }
  function onKeyDown(event: KeyboardEvent) {
    const isTyping = event.target instanceof HTMLInputElement
    const row = rows[at]
    const acts: Record<string, (() => void) | undefined> = {
      ArrowDown: () => goTo(at + 1),
      ArrowUp: () => goTo(at - 1),
      PageDown: () => goTo(at + 12),
      PageUp: () => goTo(at - 12),
      Home: isTyping ? undefined : () => goTo(0),
      End: isTyping ? undefined : () => goTo(rows.length - 1),
      ArrowRight: !isTyping && row?.kind === 'group' ? () => fold(row.id, false) : undefined,
      ArrowLeft: !isTyping && row?.kind === 'group' ? () => fold(row.id, true) : undefined,
      // In the search, Enter opens the first match.
      Enter: () => choose(row ?? (search === '' ? undefined : rows.find(each => each.kind === 'item'))),
      ' ': isTyping ? undefined : () => choose(row),
    }
    const act = acts[event.key]
    if (!act || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    act()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the field and the tree in it have the focus; both move in the same list
    <div ref={box} className={styles.box} onKeyDown={onKeyDown}>
      <SearchField
        label={text(definitionMessages.search, { count: number(prepared.total) })}
        value={search}
        onChange={words => {
          setSearch(words)
          setActive(undefined)
        }}
      />
      {rows.length === 0 && (
        <p role="status" className={styles.nothing}>
          {text(definitionMessages.nothingFound)}
        </p>
      )}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the keys are those of the box around it */}
      <div
        ref={scroller}
        onClick={onClick}
        role="tree"
        aria-label={text(definitionMessages.contents)}
        tabIndex={0}
        aria-activedescendant={at >= 0 ? `${id}-${at}` : undefined}
        className={styles.tree}
      >
        <div style={{ height: before }} role="presentation" />
        {rows.slice(first, end).map((row, offset) => (
          <Row
            key={keyOf(row)}
            tree={id}
            index={first + offset}
            row={row}
            isActive={first + offset === at}
            isSelected={row.kind === 'item' && row.item.id === selected}
          />
        ))}
        <div style={{ height: after }} role="presentation" />
      </div>
    </div>
  )
}

function keyOf(row: ItemRow): string {
  return row.kind === 'group' ? `group ${row.id}` : `item ${row.item.id}`
}

interface RowProps {
  /** The id of the list. */
  readonly tree: string
  readonly index: number
  readonly row: ItemRow
  readonly isActive: boolean
  readonly isSelected: boolean
}

const Row = memo(function Row({ tree, index, row, isActive, isSelected }: RowProps) {
  const number = useNumber()
  const { toHref } = useLinkNavigation()
  const hrefOf = useItemHref()
  const common = { id: `${tree}-${index}`, 'data-row': index, 'data-active': isActive || undefined }
  if (row.kind === 'group') {
    return (
      <div
        {...common}
        role="treeitem"
        tabIndex={-1}
        aria-level={1}
        aria-expanded={row.isOpen}
        aria-selected={false}
        className={styles.group}
      >
        <IconChevronRight size={14} aria-hidden className={styles.chevron} />
        <span className={styles.groupTitle}>{row.title}</span>
        <span className={styles.count}>{number(row.count)}</span>
      </div>
    )
  }
  const { item, name } = row
  return (
    <a
      {...common}
      role="treeitem"
      tabIndex={-1}
      href={toHref(hrefOf(item.id))}
      aria-level={2}
      aria-selected={isSelected}
      className={styles.item}
      title={item.summary === undefined ? item.label : `${item.label}\n${item.summary}`}
    >
      {item.method !== undefined && (
        <span className={styles.method}>
          <MethodWord word={item.method} isSmall />
        </span>
      )}
      <span className={styles.name} data-deprecated={item.isDeprecated || undefined}>
        {name}
      </span>
    </a>
  )
})

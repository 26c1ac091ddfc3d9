import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import styles from './ChipList.module.css'
import { AnchoredOverlay } from './AnchoredOverlay.tsx'
import { Link } from './Link.tsx'
import { uiMessages } from './messages.ts'
import { RemoveButton } from './RemoveButton.tsx'
import { useText } from './text.tsx'

/** A short word in a frame: a tag, a label, a count. */
export function Chip({ children, to }: { children: ReactNode; to?: string | undefined }) {
  const title = typeof children === 'string' ? children : undefined
  if (to === undefined) {
    return (
      <span className={styles.chip} title={title}>
        {children}
      </span>
    )
  }
  return (
    <Link to={to} plain className={`${styles.chip} ${styles.linked}`} title={title}>
      {children}
    </Link>
  )
}

export interface ChipListProps {
  readonly items: readonly string[]
  /** How many are shown before "+3". */
  readonly max?: number
  /** Keeps them in a single line: how many letters they may have together. The first is shown in any case. */
  readonly maxLength?: number
  readonly label?: string | undefined
  readonly toLink?: (item: string) => string
}

/** Tags: the first few, each whole, then how many more, which opens to all of them. */
export function ChipList({ items, max = 3, maxLength, label, toLink }: ChipListProps) {
  if (items.length === 0) return <span className={styles.none}>–</span>
  const count = countFitting(items.slice(0, max), maxLength ?? Infinity)
  const rest = items.slice(count)
  const chip = (item: string) => (
    <li key={item} className={styles.item}>
      <Chip to={toLink?.(item)}>{item}</Chip>
    </li>
  )
  return (
    <ul className={styles.line} aria-label={label} data-single={maxLength !== undefined || undefined}>
      {items.slice(0, count).map(chip)}
      {rest.length > 0 && (
        <li className={styles.item}>
          <MoreChips items={rest}>{rest.map(chip)}</MoreChips>
        </li>
      )}
    </ul>
  )
}

/** A chip costs its letters and about three more for its frame. */
function countFitting(items: readonly string[], maxLength: number): number {
  let length = 0
  const tooMuch = items.findIndex((item, index) => (length += item.length + 3) > maxLength && index > 0)
  return tooMuch === -1 ? items.length : tooMuch
}

/** How many more there are; opens to them. The focus stays on it, so it handles Escape itself. */
function MoreChips({ items, children }: { items: readonly string[]; children: ReactNode }) {
  const text = useText()
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape' || !open) return
    event.stopPropagation()
    setOpen(false)
  }
  return (
    <>
      <button
        ref={button}
        id={id}
        type="button"
        className={`${styles.chip} ${styles.more}`}
        aria-label={text(uiMessages.andMore, { count: items.length })}
        aria-haspopup="dialog"
        aria-expanded={open}
        title={items.join(', ')}
        onClick={() => setOpen(!open)}
        onKeyDown={onKeyDown}
      >
        +{items.length}
      </button>
      <AnchoredOverlay anchor={button} id={id} open={open} onClose={() => setOpen(false)} position="bottom-end" className={styles.dropdown}>
        <ul className={styles.wrapped}>{children}</ul>
      </AnchoredOverlay>
    </>
  )
}

export interface FilterChip {
  readonly key: string
  /** Which filter it is, shown before the value. */
  readonly name?: string | undefined
  readonly value: string
}

export interface FilterChipsProps {
  readonly chips: readonly FilterChip[]
  readonly onRemove: (key: string) => void
  readonly onClear: () => void
}

/** The active filters of a list, each removable, and all at once. */
export function FilterChips({ chips, onRemove, onClear }: FilterChipsProps) {
  const text = useText()
  if (chips.length === 0) return undefined
  return (
    <ul className={styles.filters} aria-label={text(uiMessages.filters)}>
      {chips.map(({ key, name, value }) => (
        <li key={key} className={`${styles.chip} ${styles.active}`}>
          {name !== undefined && <span className={styles.name}>{name}</span>}
          <span className={styles.value}>{value}</span>
          <RemoveButton
            label={text(uiMessages.removeFilter, { name: [name, value].filter(Boolean).join(' ') })}
            onRemove={() => onRemove(key)}
          />
        </li>
      ))}
      <li>
        <button type="button" className={styles.clear} onClick={onClear}>
          {text(uiMessages.clearAll)}
        </button>
      </li>
    </ul>
  )
}

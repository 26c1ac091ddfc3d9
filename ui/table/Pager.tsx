import IconChevronLeft from '@tabler/icons-react/dist/esm/icons/IconChevronLeft.mjs'
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs'
import IconChevronsLeft from '@tabler/icons-react/dist/esm/icons/IconChevronsLeft.mjs'
import IconChevronsRight from '@tabler/icons-react/dist/esm/icons/IconChevronsRight.mjs'
import type { ReactNode } from 'react'
import { useNumber } from '../locale.tsx'
import { uiMessages } from '../messages.ts'
import { ActionIcon } from '../ActionIcon.tsx'
import { Select } from '../Select.tsx'
import { useText } from '../text.tsx'
import styles from './Pager.module.css'
import type { CursorPaging } from './paging.ts'

function Step({ label, disabled, onClick, children }: { label: string; disabled: boolean; onClick: () => void; children: ReactNode }) {
  return (
    <ActionIcon size={32} aria-label={label} title={label} disabled={disabled} onClick={onClick} variant="subtle" className={styles.step}>
      {children}
    </ActionIcon>
  )
}

export interface OffsetPagerProps {
  readonly offset: number
  readonly limit: number
  readonly count: number
  readonly sizes: readonly number[]
  readonly onChange: (page: { readonly offset: number; readonly limit: number }) => void
}

/** The pager of a list whose length is known. */
export function OffsetPager({ offset, limit, count, sizes, onChange }: OffsetPagerProps) {
  const text = useText()
  const last = Math.max(0, Math.floor((count - 1) / limit) * limit)
  const go = (to: number) => onChange({ offset: Math.max(0, Math.min(last, to)), limit })
  return (
    <div className={styles.pager}>
      <div className={styles.size}>
        <Select
          inline
          labelHidden
          label={text(uiMessages.rowsPerPage)}
          value={String(limit)}
          options={[...new Set([...sizes, limit])]
            .sort((a, b) => a - b)
            .map(String)
            .map(size => ({ value: size, label: size }))}
          onChange={size => {
            // The first row in view stays in view.
            onChange({ offset: Math.floor(offset / Number(size)) * Number(size), limit: Number(size) })
          }}
        />
        <span aria-hidden>{text(uiMessages.rows)}</span>
      </div>
      <Step label={text(uiMessages.firstPage)} disabled={offset <= 0} onClick={() => go(0)}>
        <IconChevronsLeft size={16} aria-hidden />
      </Step>
      <Step label={text(uiMessages.previousPage)} disabled={offset <= 0} onClick={() => go(offset - limit)}>
        <IconChevronLeft size={16} aria-hidden />
      </Step>
      <Range from={count === 0 ? 0 : offset + 1} to={Math.min(count, offset + limit)} count={count} />
      <Step label={text(uiMessages.nextPage)} disabled={offset >= last} onClick={() => go(offset + limit)}>
        <IconChevronRight size={16} aria-hidden />
      </Step>
      <Step label={text(uiMessages.lastPage)} disabled={offset >= last} onClick={() => go(last)}>
        <IconChevronsRight size={16} aria-hidden />
      </Step>
    </div>
  )
}

/** The pager of a list that only knows the previous and the next page. */
export function CursorPager({ offset, count, onPrevious, onNext, shown }: Omit<CursorPaging, 'form'> & { shown: number }) {
  const text = useText()
  return (
    <div className={styles.pager}>
      <Step label={text(uiMessages.previousPage)} disabled={!onPrevious} onClick={() => onPrevious?.()}>
        <IconChevronLeft size={16} aria-hidden />
      </Step>
      {offset !== undefined && <Range from={shown === 0 ? 0 : offset + 1} to={offset + shown} count={count} />}
      <Step label={text(uiMessages.nextPage)} disabled={!onNext} onClick={() => onNext?.()}>
        <IconChevronRight size={16} aria-hidden />
      </Step>
    </div>
  )
}

function Range({ from, to, count }: { from: number; to: number; count: number | undefined }) {
  const text = useText()
  const number = useNumber()
  const values = { from: number(from), to: number(to) }
  return (
    <span className={styles.range} role="status">
      {count === undefined ? text(uiMessages.rangeOpen, values) : text(uiMessages.range, { ...values, count: number(count) })}
    </span>
  )
}

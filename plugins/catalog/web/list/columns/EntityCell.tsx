import { PluginBoundary } from '@portico/core/web'
import { ChipList } from '@portico/ui'
import { EntityLink } from '../../parts/EntityLink.tsx'
import type { EntityRow } from '../entity-row.ts'
import { TimeMark } from '../../time/time-marks.tsx'
import { RefLinks } from '../RefLinks.tsx'
import type { IndexColumn } from './column.ts'
import styles from './EntityCell.module.css'

/** Longer texts have no hint either. */
const maxHintLength = 600

/** What a row shows in a column. */
export function EntityCell({ row, column, isWide }: { row: EntityRow; column: IndexColumn; isWide: boolean }) {
  const { Cell, look = 'text', value } = column
  if (Cell) {
    return (
      <PluginBoundary plugin={column.plugin}>
        <Cell row={row} />
      </PluginBoundary>
    )
  }
  if (look === 'name') {
    return (
      <span className={styles.name}>
        <EntityLink entity={row.entity} defaultKind={row.entity.kind} />
        <TimeMark entityRef={row.resolved.entityRef} compact={!isWide} />
      </span>
    )
  }
  const shown = value(row)
  if (look === 'chips') return <Chips items={toTexts(shown)} max={isWide ? 2 : 1} maxLength={24} />
  if (typeof look === 'object') return <RefLinks refs={toTexts(shown)} defaultKind={look.refs} />
  return <Words>{toTexts(shown).join(', ')}</Words>
}

function Chips({ items, max, maxLength }: { items: readonly string[]; max: number; maxLength: number }) {
  return items.length > 0 ? <ChipList items={items} max={max} maxLength={maxLength} /> : undefined
}

function Words({ children }: { children: string }) {
  if (children === '') return undefined
  return (
    <span className={styles.words} dir="auto" title={children.slice(0, maxHintLength)}>
      {children.slice(0, maxHintLength)}
    </span>
  )
}

function toTexts(value: unknown): string[] {
  return [value].flat().flatMap(item => (typeof item === 'string' || typeof item === 'number' ? [String(item)] : []))
}

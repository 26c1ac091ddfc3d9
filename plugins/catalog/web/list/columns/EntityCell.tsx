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
export function EntityCell({ row, column, isWide, isTight }: { row: EntityRow; column: IndexColumn; isWide: boolean; isTight: boolean }) {
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
  if (look === 'chips') return <Chips items={toTexts(shown)} isWide={isWide} isTight={isTight} />
  if (typeof look === 'object') return <RefLinks refs={toTexts(shown)} defaultKind={look.refs} />
  return <Words>{toTexts(shown).join(', ')}</Words>
}

/** In one line, or the first with how many more there are below it. */
function Chips({ items, isWide, isTight }: { items: readonly string[]; isWide: boolean; isTight: boolean }) {
  if (items.length === 0) return undefined
  return <ChipList items={items} max={isWide ? 2 : 1} {...(!isTight && { maxLength: 24 })} />
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

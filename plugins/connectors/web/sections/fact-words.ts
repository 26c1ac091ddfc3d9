import type { FactDefinition } from '@portico/connectors/common'
import { useBytes, useDuration, useNumber } from '@portico/ui'
import { useCallback } from 'react'

/** Writes a number with its unit: `words(82.5, '%')`. */
export function useUnitWords(): (value: number, unit: string | undefined) => string {
  const number = useNumber()
  const duration = useDuration()
  const bytes = useBytes()
  return useCallback(
    (value, unit) => {
      if (unit === undefined || unit === '') return number(value, { maximumFractionDigits: 2 })
      if (unit === '%') return number(nearWhole(value) / 100, { style: 'percent', maximumFractionDigits: value > 99 ? 2 : 1 })
      if (unit === 'ms') return duration(value)
      if (unit === 's') return duration(value * 1000)
      if (unit === 'bytes') return bytes(value)
      if (/^[A-Z]{3}$/.test(unit)) return toMoney(number, value, unit)
      return `${number(value, { maximumFractionDigits: 2 })} ${unit}`
    },
    [number, duration, bytes],
  )
}

/** What is not quite 100 % is not rounded up to it. */
function nearWhole(value: number): number {
  return value > 99 && value < 100 ? Math.floor(value * 100) / 100 : value
}

function toMoney(number: ReturnType<typeof useNumber>, value: number, currency: string): string {
  try {
    return number(value, { style: 'currency', currency, maximumFractionDigits: Math.abs(value) < 100 ? 2 : 0 })
  } catch {
    return `${number(value)} ${currency}`
  }
}

/** An item of a fact that is a list. */
export type Item = Readonly<Record<string, unknown>>

/** The items of a fact that is a list. A list of plain values becomes items with one key. */
export function itemsOf(value: unknown): readonly Item[] {
  if (!Array.isArray(value)) return []
  return value.map(item =>
    typeof item === 'object' && item !== null && !Array.isArray(item) ? (item as Item) : { value: item as unknown },
  )
}

/** The columns of a list; without declared ones, the keys of its items. */
export function columnsOf({ columns, title }: Pick<FactDefinition, 'columns' | 'title'>, items: readonly Item[]) {
  // What serves another column as its link is no column of its own.
  const links = new Set(columns?.flatMap(({ name, type, href = 'url' }) => (type === 'link' && name !== href ? [href] : [])))
  if (columns && columns.length > 0) return columns.filter(({ name }) => !links.has(name))
  const names = [...new Set(items.flatMap(item => Object.keys(item)))].slice(0, 6)
  return names.map(name => ({ name, title: name === 'value' ? title : name, type: 'text' as const }))
}

/** A text of an item; undefined where it has none. */
export function textOf(item: Item, key: string): string | undefined {
  const value = item[key]
  if (value === undefined || value === null || value === '') return undefined
  return typeof value === 'object' ? JSON.stringify(value) : String(value as string | number | boolean)
}

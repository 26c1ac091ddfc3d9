import { showValue } from '@portico/core/common'
import type { ChangedField } from './compare-entities.ts'
import { countOf, visible } from './findings.ts'

const maxLength = 60
const maxItems = 5

/** `'old' → 'new'`, or for lists what came and went. */
export function showChange({ before, after }: ChangedField): string {
  if (isPlainList(before) && isPlainList(after)) {
    const added = after.filter(item => !before.includes(item))
    const removed = before.filter(item => !after.includes(item))
    const parts = [added.length > 0 && `added ${shortList(added)}`, removed.length > 0 && `removed ${shortList(removed)}`].filter(Boolean)
    return parts.length > 0 ? parts.join(', ') : 'in another order'
  }
  return `${shortValue(before)} → ${shortValue(after)}`
}

/** A value in a few words. */
export function shortValue(value: unknown): string {
  if (typeof value === 'string') return shortText(value)
  if (isPlainList(value) && value.length > 0) return `[${shortList(value)}]`
  return showValue(value)
}

function shortText(text: string): string {
  const content = text.trimEnd()
  if (content.includes('\n')) return `a text of ${countOf(content.split('\n').length, 'line')}`
  return content.length <= maxLength ? `'${visible(content)}'` : `'${visible(content.slice(0, maxLength - 1)).trimEnd()}…'`
}

function shortList(items: readonly unknown[]): string {
  const shown = items.slice(0, maxItems).map(shortValue).join(', ')
  return items.length > maxItems ? `${shown} and ${items.length - maxItems} more` : shown
}

function isPlainList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value.every(item => typeof item !== 'object' || item === null)
}

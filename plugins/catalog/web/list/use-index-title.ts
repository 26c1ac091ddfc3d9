import { useText } from '@portico/core/web'
import { useNumber } from '@portico/ui'
import { catalogMessages } from '../messages.ts'
import type { IndexFilters } from './filters/index-state.ts'
import { toPlural } from './kind-names.ts'

const lists = { all: catalogMessages.listAll, owned: catalogMessages.listOwned, starred: catalogMessages.listStarred } as const

/** `All service components (12)`: the list, the type where there is one, the kind, and how many once that is known. */
export function useIndexTitle({ user, values: chosen, kind }: IndexFilters, label: string, total: number | undefined): string {
  const text = useText()
  const number = useNumber()
  const types = chosen['type'] ?? []
  const [type] = types
  const values = { list: text(lists[user]), kind: toPlural(label || kind, text) }
  const title =
    types.length === 1 && type !== undefined ? text(catalogMessages.titleTyped, { ...values, type }) : text(catalogMessages.title, values)
  return total === undefined ? title : text(catalogMessages.titleCounted, { title, count: number(total) })
}

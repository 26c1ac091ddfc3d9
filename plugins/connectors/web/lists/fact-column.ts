import type { EntityColumn } from '@portico/catalog/web'
import type { FactColumnView } from '@portico/connectors/common'
import { defineExtension, type FillingSpec } from '@portico/core/web'

/** A column of the catalog's list for a fact. Readers choose it in the menu of the table. */
export function toFactColumn({ title, fact }: FactColumnView, annotations: ReadonlySet<string>): FillingSpec<EntityColumn, string> {
  return {
    name: fact.name,
    order: 76,
    title,
    value: () => undefined,
    sort: { field: `facts.${fact.name}.order`, isOnServer: true },
    load: async (rows, sources) => (await import('./load-facts.ts')).loadFact(rows, sources, fact),
    fields: [...annotations].map(key => `metadata.annotations.${key}`),
    Cell: defineExtension({
      plugin: 'connectors',
      name: `FactCell(${fact.name})`,
      load: async () => (await import('./FactCell.tsx')).createFactCell(fact, annotations),
    }),
    isInitial: () => false,
    minPx: 110,
    dropOrder: 14,
  }
}

import { catalogIndexSection } from '@portico/catalog/common'
import type { SectionValue } from '@portico/core/common'
import { extensionsApiRef, useApi, useConfig, type Extension, type Extensions } from '@portico/core/web'
import { useMemo } from 'react'
import { entityColumns, entityFilters } from '../slots.ts'
import type { IndexColumn } from './columns/column.ts'
import { ownColumns } from './columns/own-columns.ts'
import type { IndexFilter } from './filters/filter.ts'
import { ownFilters } from './filters/own-filters.ts'
import type { KindList } from './kind-list.ts'

/** Which columns and filters entities of a kind have. */
export interface IndexModel {
  readonly columns: (kind: string) => readonly IndexColumn[]
  readonly filters: (kind: string) => readonly IndexFilter[]
}

/** The catalog's own columns and filters, and those that plugins add. Where everything is in the browser, what only the server knows is left out. */
export function createIndexModel(extensions: Pick<Extensions, 'of'>, mode: PagingMode): IndexModel {
  const isHere = mode === 'none'
  return {
    columns: memoizeByKind(kind =>
      extensions.of(entityColumns, { context: kind, own: ownColumns }).map(column => {
        const { sort, ...item } = column.item
        return { ...item, ...(sort && !(isHere && sort.isOnServer) && { sort }), ...identityOf(column) }
      }),
    ),
    filters: memoizeByKind(kind =>
      extensions
        .of(entityFilters, { context: kind, own: ownFilters })
        .filter(({ item }) => !isHere || item.matches)
        .map(filter => ({ ...filter.item, ...identityOf(filter), place: filter.place ?? 'pickers' })),
    ),
  }
}

export function useIndexModel({ pagination }: IndexSettings): IndexModel {
  const extensions = useApi(extensionsApiRef)
  return useMemo(() => createIndexModel(extensions, pagination), [extensions, pagination])
}

export function useIndexSettings(only: KindList | undefined): IndexSettings {
  const section = useConfig(catalogIndexSection)
  return useMemo(() => toIndexSettings(section, only), [section, only])
}

export function toIndexSettings(section: SectionValue<typeof catalogIndexSection>, only: KindList | undefined): IndexSettings {
  return only ? { ...section, onlyKind: only.kind } : section
}

/** The catalog's own ids are their names alone, as in addresses that were shared before. */
function identityOf({ id, plugin }: Extension<unknown>) {
  return { id: plugin === 'catalog' ? id.slice('catalog/'.length) : id, plugin }
}

function memoizeByKind<T>(make: (kind: string) => T): (kind: string) => T {
  const made = new Map<string, T>()
  return kind => {
    const found = made.get(kind) ?? make(kind)
    made.set(kind, found)
    return found
  }
}

/** The section `catalog.index` of the config, and the kind that a list has whatever its address says. */
export type IndexSettings = SectionValue<typeof catalogIndexSection> & { readonly onlyKind?: string }
export type UserList = IndexSettings['initialList']
export type PagingMode = IndexSettings['pagination']

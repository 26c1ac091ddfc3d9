import { useConfig } from '@portico/core/web'
import { useMemo } from 'react'

export type UserList = 'owned' | 'starred' | 'all'
export type PagingMode = 'offset' | 'cursor' | 'none'

/** What `catalog.index` of the config says. */
export interface IndexSettings {
  readonly pagination: PagingMode
  readonly pageSize: number
  readonly initialKind: string
  readonly initialList: UserList
  readonly alwaysKeepFilters: boolean
  readonly ownerPicker: 'owners-only' | 'all'
  readonly counts: boolean
}

type Reader = Pick<ReturnType<typeof useConfig>, 'getOptionalString' | 'getOptionalNumber' | 'getOptionalBoolean'>

/** The server has checked these values; what is missing is as its schema has it. */
export function readIndexSettings(config: Reader): IndexSettings {
  return {
    pagination: (config.getOptionalString('catalog.index.pagination') as PagingMode | undefined) ?? 'offset',
    pageSize: config.getOptionalNumber('catalog.index.pageSize') ?? 20,
    initialKind: (config.getOptionalString('catalog.index.initialKind') ?? 'component').toLocaleLowerCase('en-US'),
    initialList: (config.getOptionalString('catalog.index.initialList') as UserList | undefined) ?? 'all',
    alwaysKeepFilters: config.getOptionalBoolean('catalog.index.alwaysKeepFilters') ?? false,
    ownerPicker: (config.getOptionalString('catalog.index.ownerPicker') as IndexSettings['ownerPicker'] | undefined) ?? 'owners-only',
    counts: config.getOptionalBoolean('catalog.index.counts') ?? true,
  }
}

export function useIndexSettings(): IndexSettings {
  const config = useConfig()
  return useMemo(() => readIndexSettings(config), [config])
}

import { parseJson, toRecord } from '@portico/core/common'
import { browserStorageApiRef, useApi } from '@portico/core/web'
import { useState } from 'react'
import type { ChosenColumns } from './columns/column-choice.ts'

export type Look = 'table' | 'compact' | 'cards'

/** How the list looks on this device. Stored by the browser, so that it is known before the first render. */
export interface IndexPreferences {
  readonly look: Look
  readonly filtersFolded: boolean
  /** By kind. */
  readonly columns: Readonly<Record<string, ChosenColumns>>
  readonly clientPageSize: number
}

const key = '/catalog-index/look'
const looks: readonly string[] = ['table', 'compact', 'cards'] satisfies Look[]

export function useIndexPreferences(): readonly [IndexPreferences, (part: Partial<IndexPreferences>) => void] {
  const { storage } = useApi(browserStorageApiRef)
  const [preferences, setPreferences] = useState(() => read(storage.getItem(key)))
  function change(part: Partial<IndexPreferences>) {
    const next = { ...preferences, ...part }
    setPreferences(next)
    storage.setItem(key, JSON.stringify(next))
  }
  return [preferences, change]
}

function read(json: string | null): IndexPreferences {
  const { look, filtersFolded, columns, clientPageSize } = toRecord(parseJson(json ?? ''))
  return {
    look: looks.includes(look as string) ? (look as Look) : 'table',
    filtersFolded: filtersFolded === true,
    columns: toRecord(columns) as IndexPreferences['columns'],
    clientPageSize: typeof clientPageSize === 'number' && clientPageSize > 0 ? clientPageSize : 20,
  }
}

import { isRecord, parseJson } from '@portico/core/common'
import { useSearchParams } from '@portico/core/web'
import type { JsonObject } from '@portico/scaffolder/common'
import { useState } from 'react'
import type { DraftStore } from './draft.ts'

export interface InitialValues {
  readonly values: JsonObject
  /** The answers of the address, as they are written there. */
  readonly prefill: string | null
  /** When the draft that they come from was kept; undefined where there is none. */
  readonly restoredAt: number | undefined
  /** The address holds answers that cannot be read. */
  readonly isPrefillBad: boolean
}

/** The answers that a form begins with: those of a draft, else those of the address (`?formData={…}`). Read once. */
export function useInitialValues(drafts: DraftStore): InitialValues {
  const [search] = useSearchParams()
  const [initial] = useState(() => toInitialValues(search.get('formData'), drafts))
  return initial
}

export function toInitialValues(prefill: string | null, drafts: Pick<DraftStore, 'read'>): InitialValues {
  const draft = drafts.read()
  // An address with other answers than those that the draft began with means those.
  if (draft && (prefill === null || draft.prefill === prefill))
    return { values: draft.values, prefill: draft.prefill, restoredAt: draft.at, isPrefillBad: false }
  const given = prefill === null ? {} : parse(prefill)
  return { values: given ?? {}, prefill, restoredAt: undefined, isPrefillBad: given === undefined }
}

function parse(text: string): JsonObject | undefined {
  const value = parseJson(text)
  return isRecord(value) ? value : undefined
}

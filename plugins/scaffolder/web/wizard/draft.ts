import { isRecord } from '@portico/core/common'
import { browserStorageApiRef, useApi, useIdentity, type BrowserStorage } from '@portico/core/web'
import type { JsonObject } from '@portico/scaffolder/common'
import { useMemo } from 'react'

/** Answers that were not sent yet. */
export interface Draft {
  readonly values: JsonObject
  /** When it was kept, in milliseconds. */
  readonly at: number
  /** The answers that the address gave when it began. */
  readonly prefill: string | null
}

const maxAgeMs = 30 * 86_400_000
const maxLength = 200_000

/** The draft of a template's form in this browser: kept over reloads and sign-ins, for one user. Secrets are never in it. */
export function useDraftStore(templateRef: string) {
  const browser = useApi(browserStorageApiRef)
  const { userEntityRef } = useIdentity()
  return useMemo(
    () => createDraftStore(browser, `/scaffolder/drafts/${userEntityRef}/${templateRef}`),
    [browser, userEntityRef, templateRef],
  )
}

function createDraftStore({ storage, onOtherTab }: Pick<BrowserStorage, 'storage' | 'onOtherTab'>, key: string) {
  return {
    /** Listens for changes of the draft in other tabs until what it returns is called. */
    onOtherTab: (listener: () => void) => onOtherTab(changed => changed === key && listener()),
    read(): Draft | undefined {
      try {
        const kept: unknown = JSON.parse(storage.getItem(key) ?? 'null')
        if (!isRecord(kept) || !isRecord(kept['values']) || typeof kept['at'] !== 'number') return undefined
        if (Date.now() - kept['at'] > maxAgeMs) return undefined
        return { values: kept['values'], at: kept['at'], prefill: typeof kept['prefill'] === 'string' ? kept['prefill'] : null }
      } catch {
        return undefined
      }
    },
    /** A draft that is too long, or has no room, is not kept: the form itself goes on. */
    write(draft: Draft): void {
      try {
        const text = JSON.stringify(draft)
        if (text.length <= maxLength) storage.setItem(key, text)
      } catch {
        storage.removeItem(key)
      }
    },
    remove: () => storage.removeItem(key),
  }
}

export type DraftStore = ReturnType<typeof createDraftStore>

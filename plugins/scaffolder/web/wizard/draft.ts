import { isRecord } from '@portico/core/common'
import { browserStorageApiRef, useApi, useIdentity, type BrowserStorage } from '@portico/core/web'
import type { JsonObject } from '@portico/scaffolder/common'
import { useMemo } from 'react'
import type { FormPage } from '../form/form-page.ts'
import type { Fields } from '../form/json-fields.ts'

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

/** The answers without passwords and secrets. */
export function withoutSecrets(pages: readonly FormPage[], values: JsonObject): JsonObject {
  return pages.reduce<JsonObject>((given, { uiSchema, schema }) => ({ ...strip(given, uiSchema, schema) }), values)
}

function strip(value: Fields, uiSchema: Fields, schema: Fields): Fields {
  const kept = Object.entries(value).flatMap(([name, each]): [string, unknown][] => {
    const ui = uiSchema[name]
    const inner = isRecord(schema['properties']) ? schema['properties'][name] : undefined
    if (isSecret(ui, inner)) return []
    if (isRecord(ui) && isRecord(each)) return [[name, strip(each, ui, isRecord(inner) ? inner : {})]]
    if (isRecord(ui) && Array.isArray(each) && isRecord(ui['items'])) {
      const itemUi = ui['items']
      if (isSecret(itemUi, undefined)) return []
      return [[name, each.map(item => (isRecord(item) ? strip(item, itemUi, {}) : item))]]
    }
    return [[name, each]]
  })
  return Object.fromEntries(kept)
}

/** Whether a field holds something that must not be kept. */
export function isSecret(uiSchema: unknown, schema: unknown): boolean {
  const isPassword = isRecord(schema) && schema['format'] === 'password'
  return isPassword || (isRecord(uiSchema) && (uiSchema['ui:field'] === 'Secret' || uiSchema['ui:widget'] === 'password'))
}

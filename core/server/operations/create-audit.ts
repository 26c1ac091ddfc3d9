import { hash } from 'node:crypto'
import { inputError } from '@portico/core/common'
import type { Kysely } from 'kysely'
import { principalName } from '../host/principal.ts'
import type { Audit, AuditEntry, AuditPage, AuditQuery } from './audit.ts'
import { createAuditStore, type NewAuditEvent } from './audit-store.ts'
import type { Logger } from './log.ts'
import type { Redactor } from './redactor.ts'

const detailsLimitBytes = 8 * 1024
const textLimit = 1000
const maxPageSize = 500

export interface AuditTrail {
  forPlugin(pluginId: string): Audit
  /** The newest first. InputError for an invalid cursor or limit. */
  list(query: AuditQuery): Promise<AuditPage>
  /** Removes what happened before a moment; returns how many. For a scheduled task. */
  prune(olderThan: Date, signal?: AbortSignal): Promise<number>
}

interface AuditDependencies {
  readonly db: Kysely<any>
  readonly log: Logger
  readonly redactor: Redactor
  readonly now?: () => number
}

/** Creates the audit trail. `db` is Kysely on the core's schema. */
export function createAudit({ db, log, redactor, now = Date.now }: AuditDependencies): AuditTrail {
  const store = createAuditStore(db)

  async function record(pluginId: string, entry: AuditEntry): Promise<void> {
    const alone = toNewEvent(pluginId, entry, redactor)
    const event = entry.collapseMs === undefined ? alone : { ...alone, repeatKey: toRepeatKey(alone, entry.collapseMs, now()) }
    const { detailsJson, repeatKey: _repeatKey, ...fields } = event
    const line = { audit: { ...fields, ...(detailsJson !== undefined && { details: JSON.parse(detailsJson) as unknown }) } }
    try {
      await store.insert(event)
    } catch (error) {
      // The action has happened: it must not fail because of its audit event, and the event must not be lost silently.
      log.error({ ...line, error }, 'audit event could not be stored')
      return
    }
    log.info(line, 'audit event')
  }

  return {
    forPlugin: pluginId => ({ record: entry => record(pluginId, entry) }),
    async list({ cursor, limit, ...filter }) {
      if (!Number.isInteger(limit) || limit < 1) throw inputError('The limit must be a whole number above 0')
      const size = Math.min(limit, maxPageSize)
      const events = await store.list({ ...filter, limit: size + 1, ...(cursor !== undefined && { beforeId: fromCursor(cursor) }) })
      const items = events.slice(0, size)
      const last = items.at(-1)
      return { items, ...(events.length > size && last && { nextCursor: Buffer.from(`audit:${last.id}`).toString('base64url') }) }
    },
    prune: (olderThan, signal) => store.prune(olderThan, signal),
  }
}

function toNewEvent(pluginId: string, entry: AuditEntry, redactor: Redactor): NewAuditEvent {
  const text = (value: string) => storable(redactor.redact(value).slice(0, textLimit))
  const { caller } = entry
  const actor = caller.type === 'user' ? (caller.actor ?? (caller.agent && `agent:${caller.agent.name}`)) : undefined
  const detailsJson = entry.details && toDetailsJson(redactor.redactDeep(entry.details))
  return {
    pluginId,
    action: text(entry.action),
    ...(entry.subject !== undefined && { subject: text(entry.subject) }),
    result: entry.result,
    callerType: caller.type,
    caller: text(principalName(caller)),
    ...(actor !== undefined && { actor: text(actor) }),
    ...(entry.requestId !== undefined && { requestId: text(entry.requestId) }),
    ...(detailsJson !== undefined && { detailsJson }),
  }
}

/** Entries that differ only in time and request have the same key within a window. */
function toRepeatKey({ requestId: _requestId, ...fields }: NewAuditEvent, collapseMs: number, nowMs: number): string {
  return `${Math.floor(nowMs / collapseMs)}:${hash('sha256', JSON.stringify(fields), 'base64url')}`
}

/** NUL and half a character as JSON writes them, in keys and values, but not after an escaped backslash. */
const unstorableEscape = /(?<!\\)((?:\\\\)*)\\u(?:0000|d[89a-f][0-9a-f]{2})/g

function toDetailsJson(details: unknown): string {
  const json = JSON.stringify(details).replace(unstorableEscape, '$1\\ufffd')
  const bytes = Buffer.byteLength(json)
  if (bytes <= detailsLimitBytes) return json
  const note = `cut: the details were ${bytes} bytes, ${detailsLimitBytes} are kept`
  // The beginning as text: a cut document is no longer JSON. Escaping it once more at most doubles it.
  return JSON.stringify({ note, beginning: storable(json.slice(0, Math.floor(detailsLimitBytes / 4))) })
}

/** PostgreSQL keeps neither NUL nor half a character. */
function storable(text: string): string {
  return text.replaceAll('\u0000', '\ufffd').toWellFormed()
}

function fromCursor(cursor: string): string {
  const id = /^audit:(\d{1,18})$/.exec(Buffer.from(cursor, 'base64url').toString())?.[1]
  if (id === undefined) throw inputError('The cursor is not valid')
  return id
}

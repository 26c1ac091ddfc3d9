import type { Principal } from '../host/principal.ts'

export type AuditResult = 'success' | 'failure' | 'denied'

export interface AuditEntry {
  readonly caller: Principal
  /** `<plugin>.<noun>.<verb>`, such as `catalog.location.create`. */
  readonly action: string
  /** What it was done to: an entity ref, an id, a path. */
  readonly subject?: string
  readonly result: AuditResult
  /** More facts; secrets are removed before they are kept. */
  readonly details?: Readonly<Record<string, unknown>>
  readonly requestId?: string
  /** Equal entries within this time are collapsed into one with a count: for events that anonymous callers can cause at will. */
  readonly collapseMs?: number
}

/** The audit trail: who did what to what. Stored in the database. */
export interface Audit {
  record(entry: AuditEntry): Promise<void>
}

/** An entry as it was kept. */
export interface AuditEvent {
  readonly id: string
  readonly occurredAt: Date
  readonly pluginId: string
  readonly action: string
  readonly subject?: string
  readonly result: AuditResult
  readonly callerType: Principal['type']
  /** The caller in one word: an entity ref, `plugin:<id>`, `external:<subject>` or `anonymous`. */
  readonly caller: string
  /** The plugin that acted for the user. */
  readonly actor?: string
  readonly requestId?: string
  readonly details?: Readonly<Record<string, unknown>>
  /** How often it happened, where repeats were collapsed; `requestId` is that of the first time. */
  readonly count?: number
  readonly lastOccurredAt?: Date
}

/** Filters of the trail. All that are given must match. */
export interface AuditQuery {
  readonly limit: number
  readonly cursor?: string
  readonly action?: string
  readonly subject?: string
  readonly caller?: string
  readonly result?: AuditResult
  /** This moment and later. */
  readonly since?: Date
  /** Before this moment. */
  readonly until?: Date
}

export interface AuditPage {
  /** The newest first. */
  readonly items: readonly AuditEvent[]
  /** Absent on the last page. */
  readonly nextCursor?: string
}

import { defineEvent } from '@portico/core/common'
import { defineService, type Events } from '@portico/core/server'
import { z } from 'zod'
import type { Snapshot, SourceStore, StoredSource } from './source-store.ts'

export const runRequested = defineEvent('catalog-sources.run-requested', z.object({ id: z.string(), force: z.boolean() }))

/** What is known of sources without a server. */
export interface SourceRecords {
  all(): Promise<ReadonlyMap<string, StoredSource>>
  snapshot(id: string): Promise<Snapshot>
  /** A running server does it. */
  requestRun(id: string, force: boolean): Promise<void>
}

export const sourceRecordsService = defineService<SourceRecords>('catalog-sources.records')

export function createSourceRecords(store: Pick<SourceStore, 'all' | 'snapshot'>, events: Pick<Events, 'publish'>): SourceRecords {
  return { all: store.all, snapshot: store.snapshot, requestRun: (id, force) => events.publish(runRequested, { id, force }) }
}

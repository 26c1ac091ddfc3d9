import { defineEvent } from '@portico/core/common'
import type { Events, Jobs } from '@portico/core/server'
import type { Transaction } from 'kysely'
import { z } from 'zod'
import type { LedgerStore } from '../ledger/ledger-store.ts'
import type { McpActionsTables } from '../migrations/tables.ts'
import type { ApprovalStore } from './approval-store.ts'

/** A call that waited was decided, or has ended. */
export const approvalChanged = defineEvent('mcp-actions.approval-changed', z.object({ id: z.string() }))

interface EndingsDependencies {
  readonly jobs: Jobs
  readonly store: ApprovalStore
  readonly ledger: LedgerStore
  readonly events: Pick<Events, 'publish'>
}

const marginMs = 10_000
const interrupted = 'The server ended while this ran; it may have had effects. Look what was done before you ask for it again'

/**
 * Calls run where they were approved, with the session of the user, which is kept nowhere. So no other server can go on with one
 * whose server died: it has failed as soon as it can no longer be running.
 */
export function createEndings({ jobs, store, ledger, events }: EndingsDependencies) {
  const queue = jobs.define({
    name: 'end-call',
    payload: z.object({ id: z.string() }),
    async run({ payload: { id } }) {
      const call = await store.find(id)
      if (!call || !(await store.finish(id, { error: interrupted }))) return
      const { user, agent, action } = call
      await ledger.add({ user, agent, action, result: 'failed', bytes: 0, durationMs: 0, detail: interrupted })
      await events.publish(approvalChanged, { id })
    },
  })

  return {
    /** The call ends within this time, or has failed. */
    expect: (id: string, timeoutMs: number, within: Transaction<McpActionsTables>) =>
      queue.add({ id }, { startAfterSeconds: (timeoutMs + marginMs) / 1000, within }),
  }
}

export type Endings = ReturnType<typeof createEndings>

import { AppError, defineEvent } from '@portico/core/common'
import type { ActionDirectory, Events, JobQueue, Jobs, Logger } from '@portico/core/server'
import { z } from 'zod'
import type { LedgerStore } from '../ledger/ledger-store.ts'
import type { GrantStore } from '../oauth/grant-store.ts'
import { toErrorText, toText } from '../serving/answer-text.ts'
import { withTimeout } from '../serving/with-timeout.ts'
import type { ApprovalStore } from './approval-store.ts'

/** A call that waited was decided, or has ended. */
export const approvalChanged = defineEvent('mcp-actions.approval-changed', z.object({ id: z.string() }))

const Payload = z.object({ id: z.string(), requestId: z.string() })
export type ApprovedCalls = JobQueue<z.input<typeof Payload>>

interface ApprovedCallsDependencies {
  readonly jobs: Jobs
  readonly store: ApprovalStore
  readonly grants: Pick<GrantStore, 'find'>
  readonly actions: ActionDirectory
  readonly ledger: LedgerStore
  readonly events: Pick<Events, 'publish'>
  /** How long a call may take. */
  readonly timeoutMs: () => number
  readonly log: Logger
  readonly now?: () => number
}

const outputBytes = 60_000
const disconnected = 'The agent was disconnected before this ran. Nothing was done'
const interrupted = 'The server ended while this ran; it may have had effects. Look what was done before you ask for it again'

/** Calls that a user has approved, as jobs: if the server dies, another one takes the job and says so, as no call runs twice. */
export function createApprovedCalls(dependencies: ApprovedCallsDependencies): ApprovedCalls {
  const { jobs, store, grants, actions, ledger, events, timeoutMs, log, now = Date.now } = dependencies

  async function outcomeOf({ id, requestId }: z.output<typeof Payload>, stopping: AbortSignal) {
    const approval = await store.find(id)
    const grant = approval && (await grants.find(approval.grantId))
    if (!approval || !grant) return { error: disconnected }
    if (!(await store.begin(id))) return { error: interrupted }
    const { user: userEntityRef, action, input } = approval
    // It runs as the user who has said yes, within what this agent may do.
    const agent = { client: grant.clientId, name: grant.clientName, grant: grant.id, scopes: grant.scopes }
    const signal = AbortSignal.any([stopping, AbortSignal.timeout(timeoutMs())])
    try {
      const made = actions.invoke(action, input, { type: 'user', userEntityRef, agent }, { requestId, signal })
      return { output: toText(await withTimeout(made, signal, timeoutMs()), outputBytes) }
    } catch (error) {
      if (!(error instanceof AppError)) log.error({ error, action, requestId }, 'an action failed')
      return { error: stopping.aborted ? interrupted : toErrorText(error) }
    }
  }

  return jobs.define({
    name: 'approved-call',
    payload: Payload,
    concurrency: 10,
    // Each call has a timeout of its own.
    timeoutSeconds: 1_000_000,
    async run({ payload, signal }) {
      const began = now()
      const result = await outcomeOf(payload, signal)
      const { id } = payload
      if (!(await store.finish(id, result))) return
      const ended = await store.find(id)
      if (!ended) return
      const { user, agent, action } = ended
      const bytes = 'output' in result ? Buffer.byteLength(result.output) : 0
      const how = 'error' in result ? ({ result: 'failed', detail: result.error } as const) : ({ result: 'succeeded' } as const)
      await ledger.add({ user, agent, action, bytes, durationMs: now() - began, ...how })
      await events.publish(approvalChanged, { id })
    },
  })
}

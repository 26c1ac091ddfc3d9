import { AppError } from '@portico/core/common'
import type { ActionDirectory, Audit, Events, UserPrincipal } from '@portico/core/server'
import type { AgentApproval } from '@portico/mcp-actions/common'
import { approvalPaths } from '@portico/notifications/common'
import type { Notifications } from '@portico/notifications/server'
import { approvalDecided, approvalNotFound } from '../errors.ts'
import type { LedgerStore } from '../ledger/ledger-store.ts'
import type { GrantStore } from '../oauth/grant-store.ts'
import { toErrorText, toText } from '../serving/answer-text.ts'
import type { Tool } from '../serving/offer.ts'
import { withTimeout } from '../serving/with-timeout.ts'
import { toApproval, type ApprovalStore, type StoredApproval } from './approval-store.ts'
import { approvalChanged, type Endings } from './endings.ts'

interface ApprovalsDependencies {
  readonly store: ApprovalStore
  readonly grants: Pick<GrantStore, 'find' | 'setAllowed'>
  readonly actions: ActionDirectory
  /** Ends calls whose server died. */
  readonly endings: Endings
  readonly ledger: LedgerStore
  readonly notifications: Notifications
  readonly events: Pick<Events, 'listen' | 'publish'>
  readonly audit: Audit
  /** How long a call may take once it was approved. */
  readonly timeoutMs: () => number
  readonly now?: () => number
}

const waitsMs = 24 * 3_600_000
const followMs = 25_000
const maxWaiting = 20
const outputBytes = 60_000

/** Calls that change or remove something wait for the user, as steps of templates do. */
export function createApprovals(dependencies: ApprovalsDependencies) {
  const { store, grants, actions, endings, ledger, notifications, events, audit, timeoutMs, now = Date.now } = dependencies

  async function ask(caller: UserPrincipal, tool: Tool, input: unknown): Promise<string> {
    const { agent } = caller
    if (!agent) throw new Error('Only calls of agents wait')
    const user = caller.userEntityRef
    const expiresAt = new Date(now() + waitsMs)
    const id = await store.add(
      { grantId: agent.grant, user, agent: agent.name, action: tool.id, title: tool.title, input, expiresAt },
      maxWaiting,
    )
    if (id === undefined)
      throw new AppError('TooManyRequestsError', `${maxWaiting} calls of this agent wait for the user already`, {
        code: 'mcp-actions.too-many-approvals',
      })
    await notifications.send(
      {
        recipients: { type: 'entity', entityRef: user },
        payload: {
          title: `${agent.name} wants to: ${tool.title}`,
          description: `The agent ${agent.name} waits for your decision.`,
          link: approvalPaths.one('mcp-actions', id),
          severity: 'high',
          topic: 'agents',
          scope: id,
        },
      },
      { origin: 'plugin:mcp-actions' },
    )
    return id
  }

  async function own(user: string, id: string) {
    const found = await store.find(id)
    if (!found || found.user !== user) throw approvalNotFound(id)
    return found
  }

  async function run(user: UserPrincipal, id: string, requestId: string): Promise<void> {
    const { action, input, grantId, agent } = await own(user.userEntityRef, id)
    const grant = await grants.find(grantId)
    const began = now()
    // Nothing more is said of a call that was given up meanwhile.
    const end = async (result: 'succeeded' | 'failed', text: string) => {
      if (!(await store.finish(id, result === 'succeeded' ? { output: text } : { error: text }))) return
      await ledger.add({
        user: user.userEntityRef,
        agent,
        action,
        result,
        bytes: result === 'succeeded' ? Buffer.byteLength(text) : 0,
        durationMs: now() - began,
        ...(result === 'failed' && { detail: text }),
      })
    }
    try {
      if (!grant) throw approvalNotFound(id)
      // It runs as the user who has said yes, within what this agent may do.
      const caller = { ...user, agent: { client: grant.clientId, name: grant.clientName, grant: grant.id, scopes: grant.scopes } }
      const signal = AbortSignal.timeout(timeoutMs())
      const made = await withTimeout(actions.invoke(action, input, caller, { requestId, signal }), signal, timeoutMs())
      await end('succeeded', toText(made, outputBytes))
    } catch (error) {
      await end('failed', toErrorText(error))
    }
  }

  /** Until it has ended, or for half a minute. */
  async function settled(user: string, id: string, signal: AbortSignal) {
    const { promise, resolve } = Promise.withResolvers<void>()
    const stop = events.listen([approvalChanged], async ({ payload }) => {
      if (payload.id === id && !isOpen(await own(user, id))) resolve()
    })
    const timer = setTimeout(resolve, followMs)
    signal.addEventListener('abort', () => resolve(), { once: true })
    try {
      const found = await own(user, id)
      if (isOpen(found) && !isOver(found)) await promise
      return await own(user, id)
    } finally {
      clearTimeout(timer)
      stop()
    }
  }

  const isOver = ({ state, expiresAt }: StoredApproval) => state === 'waiting' && expiresAt.getTime() <= now()

  return {
    /** Whether a call has to wait, and is not one of those that the user lets this agent make. */
    async isNeeded(caller: UserPrincipal, tool: Tool): Promise<boolean> {
      if (!caller.agent || !tool.attributes.destructive) return false
      const grant = await grants.find(caller.agent.grant)
      return !grant?.allowedActions.includes(tool.id)
    },
    ask,
    list: async (user: string): Promise<AgentApproval[]> => (await store.waitingFor(user)).map(each => toApproval(each, now())),
    read: async (user: string, id: string): Promise<AgentApproval> => toApproval(await own(user, id), now()),

    /** For the agent: what became of its call. */
    async follow(user: string, grantId: string | undefined, id: string, signal: AbortSignal): Promise<object> {
      const before = await own(user, id)
      if (grantId !== undefined && before.grantId !== grantId) throw approvalNotFound(id)
      const found = await settled(user, id, signal)
      const { state, output, error } = found
      if (state === 'succeeded') return { state, output }
      if (state === 'failed' || state === 'refused') return { state, error: error ?? 'The user refused. Do not ask again for the same' }
      if (isOver(found)) return { state: 'expired', error: 'The user has not decided in time' }
      if (state === 'waiting') return { state, next: 'The user has not decided yet: call this again, or go on with something else' }
      return { state: 'running', next: 'The user has approved it, and it runs: call this again' }
    },

    async decide(
      user: UserPrincipal,
      id: string,
      { decision, always }: { readonly decision: 'approve' | 'refuse'; readonly always: boolean },
      requestId: string,
    ): Promise<AgentApproval> {
      await own(user.userEntityRef, id)
      const taken =
        decision === 'approve'
          ? await store.decide(id, user.userEntityRef, 'running', within => endings.expect(id, timeoutMs(), within))
          : await store.decide(id, user.userEntityRef, 'refused')
      if (!taken) throw approvalDecided()
      const { grantId, action, agent } = taken
      await audit.record({
        caller: user,
        action: `mcp-actions.approval.${decision}`,
        subject: action,
        result: decision === 'approve' ? 'success' : 'denied',
        details: { agent, always },
        requestId,
      })
      if (decision === 'approve') {
        if (always) {
          const grant = await grants.find(grantId)
          await grants.setAllowed(grantId, user.userEntityRef, [...new Set([...(grant?.allowedActions ?? []), action])])
        }
        await run(user, id, requestId)
        await events.publish(approvalChanged, { id })
        return toApproval(await own(user.userEntityRef, id), now())
      }
      await ledger.add({
        user: user.userEntityRef,
        agent,
        action,
        result: 'refused',
        bytes: 0,
        durationMs: 0,
        detail: 'The user refused',
      })
      await events.publish(approvalChanged, { id })
      return toApproval(taken, now())
    },
  }
}

/** Neither decided against nor at its end. */
const isOpen = ({ state }: StoredApproval) => state === 'waiting' || state === 'running'

export type Approvals = ReturnType<typeof createApprovals>

import { withTimeout } from './with-timeout.ts'
import { AppError } from '@portico/core/common'
import { principalName, type ActionDirectory, type Audit, type Logger, type Principal } from '@portico/core/server'
import type { Approvals } from '../approvals/approvals.ts'
import type { McpActionsSection } from '../config.ts'
import { argumentsTooLarge, budgetUsedUp } from '../errors.ts'
import type { LedgerStore } from '../ledger/ledger-store.ts'
import type { GrantStore } from '../oauth/grant-store.ts'
import { asUntrusted, toErrorText, toText } from './answer-text.ts'
import type { Tool } from './offer.ts'

interface CallsDependencies {
  readonly actions: ActionDirectory
  readonly approvals: Approvals
  readonly grants: Pick<GrantStore, 'count' | 'addBytes'>
  readonly ledger: LedgerStore
  readonly audit: Audit
  readonly limits: () => McpActionsSection['agents']['limits']
  readonly approvalUrl: (id: string) => string
  readonly log: Logger
}

export interface ToolCall {
  readonly tool: Tool
  readonly input: unknown
  readonly caller: Principal
  readonly requestId: string
  readonly signal: AbortSignal
}

export interface ToolAnswer {
  readonly text: string
  readonly isError: boolean
}

/** Calls of tools: within budgets, with the approvals that they need, and kept in the ledger. */
export function createCalls({ actions, approvals, grants, ledger, audit, limits, approvalUrl, log }: CallsDependencies) {
  async function withinBudget({ tool, caller }: ToolCall): Promise<void> {
    if (caller.type !== 'user' || !caller.agent) return
    const { callsPerDay, bytesPerDay, runsPerDay } = limits()
    const used = await grants.count(caller.agent.grant, { runs: tool.attributes.readOnly ? 0 : 1 })
    if (used.calls > callsPerDay) throw budgetUsedUp('calls', callsPerDay)
    if (used.bytes > bytesPerDay) throw budgetUsedUp('bytes', bytesPerDay)
    if (!tool.attributes.readOnly && used.runs > runsPerDay) throw budgetUsedUp('runs', runsPerDay)
  }

  async function run(call: ToolCall): Promise<{ readonly text: string; readonly isWaiting: boolean }> {
    const { tool, input, caller, requestId, signal } = call
    const { answerBytes, inputBytes, callTimeout } = limits()
    if (Buffer.byteLength(JSON.stringify(input) ?? '') > inputBytes) throw argumentsTooLarge(inputBytes)
    await withinBudget(call)
    if (caller.type === 'user' && (await approvals.isNeeded(caller, tool))) {
      const id = await approvals.ask(caller, tool, input)
      return { text: JSON.stringify({ state: 'waiting', approval: id, page: approvalUrl(id), next: whatNext }), isWaiting: true }
    }
    const bounded = AbortSignal.any([signal, AbortSignal.timeout(callTimeout)])
    const output = await withTimeout(actions.invoke(tool.id, input, caller, { signal: bounded, requestId }), bounded, callTimeout)
    return { text: asUntrusted(toText(output, answerBytes)), isWaiting: false }
  }

  async function keep(
    { tool, caller, requestId }: ToolCall,
    result: 'succeeded' | 'failed' | 'refused' | 'waiting',
    bytes: number,
    began: number,
    detail?: string,
  ) {
    const agent = caller.type === 'user' ? (caller.agent?.name ?? (caller.accessToken ? 'Access token' : 'Browser')) : 'Service'
    const user = principalName(caller)
    const durationMs = Math.round(performance.now() - began)
    try {
      await ledger.add({ user, agent, action: tool.id, result, bytes, durationMs, ...(detail !== undefined && { detail }) })
      if (caller.type === 'user' && caller.agent) await grants.addBytes(caller.agent.grant, bytes)
      if (!tool.attributes.readOnly && result !== 'waiting') {
        await audit.record({
          caller,
          action: 'mcp-actions.tool.call',
          subject: tool.id,
          result: result === 'succeeded' ? 'success' : result === 'refused' ? 'denied' : 'failure',
          requestId,
        })
      }
    } catch (error) {
      log.warn({ error, action: tool.id }, 'a call of an agent could not be kept in the ledger')
    }
  }

  /** Never throws: what goes wrong is an answer that says what to do. */
  return async (call: ToolCall): Promise<ToolAnswer> => {
    const began = performance.now()
    try {
      const { text, isWaiting } = await run(call)
      await keep(call, isWaiting ? 'waiting' : 'succeeded', Buffer.byteLength(text), began)
      return { text, isError: false }
    } catch (error) {
      if (!(error instanceof AppError)) log.error({ error, action: call.tool.id, requestId: call.requestId }, 'an action failed')
      // The message may have words of people in it, such as a name that is not there.
      const text = asUntrusted(toErrorText(error))
      const isRefused = error instanceof AppError && [401, 403, 429].includes(error.status)
      await keep(
        call,
        isRefused ? 'refused' : 'failed',
        Buffer.byteLength(text),
        began,
        error instanceof AppError ? error.message : undefined,
      )
      return { text, isError: true }
    }
  }
}

export type Calls = ReturnType<typeof createCalls>

const whatNext = 'Nothing was done yet. Tell the user to open the page and decide, then call mcp-actions.follow-approval with this id'

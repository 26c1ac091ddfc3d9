import { tryApiPermission, type TryReply, type TryRequest, type TryTarget } from '@portico/api-docs/common'
import { AppError } from '@portico/core/common'
import { principalName, type Audit, type Permissions, type Principal } from '@portico/core/server'
import type { createStreamRequest, StreamAnswer } from '@portico/core/server/outbound'
import { STATUS_CODES } from 'node:http'
import { Readable } from 'node:stream'
import { answerBroken, targetTooSlow } from './errors.ts'
import { createFairness } from './fairness.ts'
import { toReplyHeaders, toRequestHeaders } from './message-headers.ts'
import { readBeginning, toReplyBody } from './reply-body.ts'
import type { Targets } from './targets.ts'
import type { TrySettings } from './try-config.ts'

interface Dependencies {
  readonly targets: () => Targets
  readonly settings: () => Pick<TrySettings, 'timeout' | 'maxBytes'>
  readonly client: Pick<ReturnType<typeof createStreamRequest>, 'send'>
  readonly permissions: Pick<Permissions, 'authorize' | 'require'>
  readonly audit: Audit
}

export interface TryCall {
  readonly caller: Principal
  /** Of the API from whose page it is sent. */
  readonly ref: string
  readonly request: TryRequest
  readonly requestId: string
  readonly signal: AbortSignal
}

/**
 * Sends requests of readers to the targets of the config. What a reader typed is in memory only: neither the log nor the audit trail has headers,
 * query or body.
 */
export function createTrying({ targets, settings, client, permissions, audit }: Dependencies) {
  const fairly = createFairness()

  async function send(url: URL, { request, signal }: TryCall): Promise<TryReply> {
    const { timeout: timeoutMs, maxBytes } = settings()
    const { method } = request
    const body = request.body === undefined || method === 'HEAD' ? undefined : Buffer.from(request.body)
    const headers = toRequestHeaders(request, body)
    const timeout = AbortSignal.timeout(timeoutMs)
    const start = performance.now()
    let answer: StreamAnswer
    try {
      const options = { method, headers, body: body && Readable.from([body]), idleTimeoutMs: timeoutMs }
      answer = await client.send(url, { ...options, signal: AbortSignal.any([signal, timeout]) })
    } catch (error) {
      throw isTimeout(error, timeout) ? targetTooSlow(url.host, timeoutMs) : error
    }
    const received = await readBeginning(answer, maxBytes, timeout).catch(() => {
      throw signal.aborted ? signal.reason : answerBroken(url.host)
    })
    const durationMs = Math.round(performance.now() - start)
    const { status } = answer
    return {
      status,
      statusText: STATUS_CODES[status] ?? '',
      headers: toReplyHeaders(answer.headers),
      durationMs,
      ...toReplyBody(received, answer),
    }
  }

  async function record(
    { caller, ref, request, requestId }: TryCall,
    result: 'success' | 'failure' | 'denied',
    status?: number,
  ): Promise<void> {
    const { method, url } = request
    const details = { method, url: withoutSecrets(url), ...(status !== undefined && { status }) }
    await audit.record({ caller, action: 'api-docs.request.try', subject: ref, result, details, requestId })
  }

  return {
    /** Empty for those who may send nothing. */
    async targetsFor(caller: Principal, ref: string): Promise<TryTarget[]> {
      const found = targets().listFor(ref)
      if (found.length === 0) return []
      const [decision] = await permissions.authorize(caller, [{ permission: tryApiPermission }])
      return decision?.result === 'ALLOW' ? found : []
    },
    async run(call: TryCall): Promise<TryReply> {
      await permissions.require(call.caller, tryApiPermission)
      let url: URL
      try {
        url = targets().check(call.ref, call.request)
      } catch (error) {
        await record(call, 'denied')
        throw error
      }
      return fairly(principalName(call.caller), async () => {
        let status: number | undefined
        try {
          const reply = await send(url, call)
          status = reply.status
          return reply
        } finally {
          await record(call, status === undefined ? 'failure' : 'success', status)
        }
      })
    },
  }
}

export type Trying = ReturnType<typeof createTrying>

function isTimeout(error: unknown, timeout: AbortSignal): boolean {
  return timeout.aborted || (error instanceof AppError && error.code === 'core.target-timeout')
}

/** Neither query nor user name: both may hold what proves who somebody is. */
function withoutSecrets(text: string): string {
  const url = new URL(text)
  return `${url.origin}${url.pathname}`
}

import { AppError } from '@portico/core/common'
import { addressUnavailable, answerTooLarge, createGuardedRequest, type HttpAnswer } from '@portico/core/server/outbound'
import type { Integrations } from '@portico/integrations/server'
import type { BuiltRequest } from '../expressions/messages.ts'
import { answerFailed, answerOverLimit } from '../errors.ts'
import { createOauthTokens } from './oauth-tokens.ts'
import type { Target } from './targets.ts'

export interface OutgoingRequest extends BuiltRequest {
  readonly method: string
  readonly signal?: AbortSignal | undefined
  /** ETag and Last-Modified of the answer before. */
  readonly conditions?: Readonly<Record<string, string>> | undefined
  /** The address of a next page, in place of path and query. */
  readonly address?: string | undefined
}

/** Told every secret that a request carries, so that it is shown nowhere. */
export type OnSecret = (secret: string) => void

export interface TargetAnswer {
  readonly url: URL
  readonly status: number
  readonly headers: HttpAnswer['headers']
  readonly bytes: Buffer
}

interface Dependencies {
  readonly integrations: Pick<Integrations, 'api'>
  readonly timeoutMs: () => number
  readonly maxBytes: () => number
}

const maxAddressCharacters = 16_000
const maxBodyBytes = 2 ** 20
const jsonType = { 'content-type': 'application/json' }

/** Asks tools: only at their own address, with their own credentials. */
export function createTargetClient({ integrations, timeoutMs, maxBytes }: Dependencies) {
  const tokens = createOauthTokens({ timeoutMs })

  async function proofOf({ auth, header }: Target, onSecret: OnSecret, signal: AbortSignal | undefined): Promise<Record<string, string>> {
    switch (auth.type) {
      case 'bearer':
        return { authorization: `Bearer ${auth.token}` }
      case 'basic':
        return { authorization: `Basic ${Buffer.from(`${auth.username}:${auth.password}`).toString('base64')}` }
      case 'header':
        return {
          ...(auth.value !== undefined && { [(auth.name ?? header.name).toLowerCase()]: `${header.prefix}${auth.value}` }),
          ...Object.fromEntries(Object.entries(auth.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value])),
        }
      case 'oauth': {
        const token = await tokens.get(auth, signal)
        onSecret(token)
        return { authorization: `Bearer ${token}` }
      }
      default:
        return {}
    }
  }

  /** The address of a request; it stays below that of the target. */
  function addressOf(target: Target, request: Pick<OutgoingRequest, 'path' | 'query' | 'address'>): URL {
    const base = new URL(`${target.baseUrl}/`)
    if (request.address !== undefined) {
      const url = new URL(request.address, base)
      if (url.origin !== base.origin) throw answerFailed(`The next page is at ${url.origin}, not at ${base.origin}`)
      return url
    }
    const path = request.path.replace(/^\/+/, '')
    const url = new URL(path === '' ? target.baseUrl : `${target.baseUrl}/${path}`)
    if (url.origin !== base.origin || !`${url.pathname}/`.startsWith(base.pathname))
      throw answerFailed(`The path '${request.path}' leaves ${target.baseUrl}`)
    for (const [name, value] of request.query) url.searchParams.append(name, value)
    if (url.href.length > maxAddressCharacters)
      throw answerFailed(`The address would have ${url.href.length} characters, more than ${maxAddressCharacters}`)
    return url
  }

  async function send(target: Target, request: OutgoingRequest, onSecret: OnSecret, isRetry = false): Promise<TargetAnswer> {
    const url = addressOf(target, request)
    const body = request.body === undefined ? undefined : Buffer.from(JSON.stringify(request.body))
    if (body && body.length > maxBodyBytes) throw answerFailed(`'body' would have ${body.length} bytes, more than ${maxBodyBytes}`)
    const wanted = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name.toLowerCase(), value]))
    const plain = { 'user-agent': 'portico', accept: 'application/json', ...(body && jsonType), ...wanted, ...request.conditions }
    const limit = maxBytes()
    const { host } = new URL(target.baseUrl)
    const guarded = createGuardedRequest({ allow: [{ host }], timeoutMs: timeoutMs(), maxBytes: limit })
    const proof = await proofOf(target, onSecret, request.signal)
    try {
      if (target.auth.type === 'integration') {
        const answer = await integrations.api().call(url.href, {
          method: request.method,
          headers: plain,
          ...(body && { bytes: body }),
          signal: request.signal ?? AbortSignal.timeout(timeoutMs()),
        })
        if (answer.bytes.length > limit) throw answerTooLarge(url.host, answer.bytes.length, limit)
        return { url, ...answer }
      }
      const { answer, url: last } = await guarded(url, {
        method: request.method,
        headers: () => ({ ...plain, ...proof }),
        body,
        signal: request.signal,
        isAnyStatusRead: true,
      })
      if (answer.status === 401 && target.auth.type === 'oauth' && !isRetry) {
        await tokens.forget(target.auth, (proof['authorization'] ?? '').slice('Bearer '.length))
        return await send(target, request, onSecret, true)
      }
      return { url: last, ...answer }
    } catch (error) {
      if (error instanceof AppError && error.code === 'core.answer-too-large') throw answerOverLimit(error.message)
      if (error instanceof AppError || request.signal?.aborted) throw error
      throw addressUnavailable(`${url.host} cannot be reached: ${error instanceof Error ? error.message || error.name : String(error)}`, {
        cause: error,
      })
    }
  }

  return { send, addressOf }
}

export type TargetClient = ReturnType<typeof createTargetClient>

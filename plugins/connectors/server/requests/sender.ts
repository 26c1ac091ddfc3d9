import type { SentRequest } from '@portico/connectors/common'
import { AppError } from '@portico/core/common'
import type { HttpAnswer } from '@portico/core/server/outbound'
import { accessRefused, limited, statusFailed } from '../errors.ts'
import type { OutgoingRequest, TargetAnswer, TargetClient } from '../targets/target-client.ts'
import type { Target } from '../targets/targets.ts'
import type { Limits } from './limits.ts'
import { createRedaction } from './redact.ts'

/** By which a tool says that an answer is as it was. */
export interface Validators {
  readonly etag?: string
  readonly modified?: string
}

export interface SendOptions {
  readonly signal?: AbortSignal | undefined
  /** How many entities it is for. */
  readonly entities: number
  /** Gets what was sent and what came, for those who try a connector. */
  readonly trace?: (
    sent: SentRequest,
    answer: { readonly headers: Record<string, string>; readonly text: string } | undefined,
    body: string | undefined,
  ) => void
}

interface NamedRequest extends OutgoingRequest, SendOptions {
  readonly name: string
  /** Statuses that mean that there is nothing. */
  readonly none: readonly number[]
}

export type SendResult =
  | { readonly kind: 'none' }
  | { readonly kind: 'same' }
  | {
      readonly kind: 'answer'
      readonly status: number
      readonly text: string
      readonly type: string
      readonly link: string | undefined
      readonly validators: Validators | undefined
    }

interface Dependencies {
  readonly client: TargetClient
  readonly limits: Limits
  /** Keeps the last requests for operators. */
  readonly record: (connector: string, sent: SentRequest) => void
}

/** Of an answer or a body, for those who try a connector. */
const maxShownCharacters = 100_000

/** Sends requests within the limits of their target, and says what came of them. No secret leaves it. */
export function createSender({ client, limits, record }: Dependencies) {
  async function send(target: Target, request: NamedRequest): Promise<SendResult> {
    const redaction = createRedaction(target)
    const release = await limits.enter(target, request.signal)
    const began = Date.now()
    const sent = {
      at: new Date(began).toISOString(),
      request: request.name,
      target: target.name,
      method: request.method,
      url: redaction.url(addressFor(target, request)),
      headers: { ...redaction.headers({ ...request.headers, ...request.conditions }), ...proofHeaders(target) },
      entities: request.entities,
    }
    // What is cut off could hide the end of a secret, so it is redacted before.
    const shown = (text: string) => redaction.text(text.slice(0, 2 * maxShownCharacters)).slice(0, maxShownCharacters)
    const tell = (more: Partial<SentRequest>, answer?: TargetAnswer) => {
      const whole = { ...sent, durationMs: Date.now() - began, ...more }
      record(target.connector, whole)
      request.trace?.(
        whole,
        answer && { headers: redaction.headers(answer.headers), text: shown(String(answer.bytes)) },
        request.body === undefined ? undefined : shown(JSON.stringify(request.body)),
      )
    }
    try {
      const answer = await client.send(target, request, redaction.add)
      tell({ status: answer.status, bytes: answer.bytes.length }, answer)
      const result = toResult(target, request, answer)
      limits.succeeded(target)
      return result
    } catch (error) {
      const message = redaction.text(error instanceof Error ? error.message : String(error))
      if (!isStatus(error)) tell({ error: message })
      limits.failed(target, error)
      throw error instanceof AppError
        ? new AppError(error.name, message, { code: error.code ?? 'connectors.failed', ...(error.details && { details: error.details }) })
        : new Error(message)
    } finally {
      release()
    }
  }

  function addressFor(target: Target, request: NamedRequest): URL {
    return client.addressOf(target, request)
  }

  return { send }
}

export type Sender = ReturnType<typeof createSender>

const statusCodes = new Set([
  'connectors.limited',
  'connectors.credentials',
  'connectors.forbidden',
  'connectors.status',
  'connectors.tool-failed',
])

function isStatus(error: unknown): boolean {
  return error instanceof AppError && statusCodes.has(error.code ?? '')
}

function toResult(target: Target, { none }: NamedRequest, { status, headers, bytes }: TargetAnswer): SendResult {
  const { host } = new URL(target.baseUrl)
  if (status === 304) return { kind: 'same' }
  if (status === 204) return { kind: 'none' }
  if (isLimit(status, headers)) throw limited(host, retryAfterMs(headers))
  if (none.includes(status)) return { kind: 'none' }
  if (status === 401 || status === 403) throw accessRefused(host, status)
  if (status < 200 || status >= 300) throw statusFailed(host, status)
  const { etag, 'last-modified': modified, 'content-type': type } = headers
  const validators = { ...(typeof etag === 'string' && { etag }), ...(typeof modified === 'string' && { modified }) }
  return {
    kind: 'answer',
    status,
    text: String(bytes),
    type: typeof type === 'string' ? type : '',
    link: nextLink(headers),
    validators: Object.keys(validators).length > 0 ? validators : undefined,
  }
}

/** 403 is also what some tools say when they are asked too often. */
function isLimit(status: number, headers: HttpAnswer['headers']): boolean {
  return (
    status === 429 ||
    ((status === 403 || status === 503) &&
      (headers['retry-after'] !== undefined || (status === 403 && headers['x-ratelimit-remaining'] === '0')))
  )
}

function retryAfterMs(headers: HttpAnswer['headers']): number | undefined {
  const after = headers['retry-after']
  if (typeof after === 'string') {
    const ms = /^\d+(\.\d+)?$/.test(after) ? Number(after) * 1000 : Date.parse(after) - Date.now()
    if (Number.isFinite(ms)) return Math.max(ms, 0)
  }
  const reset = Number(headers['x-ratelimit-reset'])
  return Number.isFinite(reset) && reset > 1e9 ? Math.max(reset * 1000 - Date.now(), 0) : undefined
}

/** By which names the credentials are sent. */
function proofHeaders({ auth, header }: Target): Record<string, string> {
  const names =
    auth.type === 'none'
      ? []
      : auth.type !== 'header'
        ? ['authorization']
        : [...(auth.value === undefined ? [] : [auth.name ?? header.name]), ...Object.keys(auth.headers ?? {})]
  return Object.fromEntries(names.map(name => [name.toLowerCase(), '[redacted]']))
}

const maxLinkCharacters = 8000

function nextLink({ link }: HttpAnswer['headers']): string | undefined {
  return typeof link === 'string' ? /<([^<>]+)>[^,]*;\s*rel="?next"?/.exec(link.slice(0, maxLinkCharacters))?.[1] : undefined
}

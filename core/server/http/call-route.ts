import { AppError, inputError, parseJson, pathOf, toAppError, type Contract, type Route } from '@portico/core/common'
import type { Readable } from 'node:stream'
import { refuseExposedGuest } from '../host/guest-limits.ts'
import type { Permissions } from '../host/permissions.ts'
import type { Principal } from '../host/principal.ts'
import type { Logger } from '../operations/log.ts'
import { callerOfWrongKind, callerRestricted, tokenMissing } from '../tokens/token-errors.ts'
import { isAnswer, type Handlers } from './handler.ts'
import { parseInput } from './parse.ts'

export interface CallOptions {
  readonly signal?: AbortSignal | undefined
  /** The id of the request that the call is part of, for the audit trail. */
  readonly requestId?: string | undefined
}

export interface TextOptions {
  /** What comes after is left out. */
  readonly maxBytes: number
  /** Headers that the route reads. */
  readonly headers?: Readonly<Record<string, string>>
}

/** Calls routes of one plugin in this process. */
export interface CallOwnRoute {
  json(route: Route, input: object, caller: Principal, options: CallOptions): Promise<unknown>
  text(route: Route, input: object, caller: Principal, options: CallOptions & TextOptions): Promise<string>
}

interface OwnRoutesDependencies {
  readonly id: string
  readonly log: Logger
  readonly permissions: Permissions
  readonly gate: () => void | Promise<void>
}

type AnyHandler = (input: object) => unknown

/** A reply that is JSON already is read back: larger ones are for browsers. */
const maxJsonBytes = 20_000_000

/** The routes of a plugin as functions: who may call one, what it takes and what it answers are those of the route. */
export function createOwnRoutes({ id, log, permissions, gate }: OwnRoutesDependencies) {
  const handlers = new Map<Route, AnyHandler>()

  async function admit({ spec }: Route, caller: Principal): Promise<void> {
    const { access } = spec
    if (caller.type === 'none' && access !== 'public' && access !== 'optional') throw tokenMissing()
    if (caller.type === 'service' && caller.restrictions?.some(each => each.plugin === id) === false) throw callerRestricted(id)
    if ((access === 'user' || access === 'service') && caller.type !== access) throw callerOfWrongKind(access)
    if (spec.guests === 'refused') refuseExposedGuest(caller)
    if (typeof access === 'object') await permissions.require(caller, access.permission)
  }

  async function outcomeOf(route: Route, input: object, caller: Principal, options: CallOptions & Partial<TextOptions>): Promise<unknown> {
    const handler = handlers.get(route)
    if (!handler) throw new Error(`The plugin '${id}' does not serve ${route.method} ${route.path}`)
    await gate()
    await admit(route, caller)
    const { spec } = route
    const { params = {}, query = {}, body } = input as { params?: object; query?: object; body?: unknown }
    return handler({
      params,
      ...(spec.query && {
        query: parseInput(spec.query._zod.def.catchall ? spec.query : spec.query.strict(), toTexts(query), 'query parameter'),
      }),
      ...(spec.body && { body: parseInput(spec.body, body, 'body') }),
      caller,
      signal: options.signal ?? new AbortController().signal,
      request: {
        id: options.requestId ?? '',
        method: route.method,
        url: pathOf(route, input),
        headers: options.headers ?? {},
        cookies: {},
        ip: '',
        log,
      },
    })
  }

  const calls: CallOwnRoute = {
    async json(route, input, caller, options) {
      const outcome = await outcomeOf(route, input, caller, options)
      if (!isAnswer(outcome)) return outcome
      if (outcome.status !== undefined && outcome.status >= 400) throw await refusalOf(outcome.status, outcome)
      if (outcome.bytes === undefined) return outcome.value
      return JSON.parse(await textOf(outcome.bytes, maxJsonBytes))
    },
    async text(route, input, caller, options) {
      const outcome = await outcomeOf(route, input, caller, options)
      if (!isAnswer(outcome) || outcome.bytes === undefined) return ''
      const text = await textOf(outcome.bytes, options.maxBytes)
      if (outcome.status !== undefined && outcome.status >= 400) throw inputError(text.slice(0, 500), { code: 'core.action-refused' })
      return text
    },
  }
  return {
    calls,
    add<C extends Contract>(contract: C, given: Handlers<C>): void {
      for (const [name, route] of Object.entries(contract)) handlers.set(route, given[name as keyof C] as unknown as AnyHandler)
    },
  }
}

/** Query parameters are texts for the schemas that read them. */
function toTexts(query: object): Record<string, unknown> {
  const toText = (value: unknown): unknown => (Array.isArray(value) ? value.map(toText) : String(value))
  return Object.fromEntries(Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, toText(value)]])))
}

/** The error of a reply that says what is wrong in a form of its own. */
async function refusalOf(status: number, { bytes, value }: { readonly bytes?: string | Buffer | Readable; readonly value?: unknown }) {
  const text = bytes === undefined ? '' : await textOf(bytes, maxJsonBytes)
  const body = bytes === undefined ? value : parseJson(text, undefined)
  const { errors } = (body ?? {}) as { errors?: readonly { message?: string }[] }
  const known = toAppError(status, body, text.slice(0, 500))
  if (!errors || known.code !== undefined) return known
  return new AppError(known.name, errors.map(each => each.message).join('; '), { status, code: 'core.action-refused' })
}

async function textOf(bytes: string | Buffer | Readable, maxBytes: number): Promise<string> {
  if (typeof bytes === 'string') return bytes.slice(0, maxBytes)
  if (Buffer.isBuffer(bytes)) return bytes.subarray(0, maxBytes).toString()
  const parts: Buffer[] = []
  let size = 0
  for await (const part of bytes as AsyncIterable<Buffer>) {
    parts.push(Buffer.from(part))
    size += part.length
    if (size >= maxBytes) break
  }
  return Buffer.concat(parts).subarray(0, maxBytes).toString()
}

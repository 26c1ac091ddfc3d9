import { AppError, inputError, parseJson } from '@portico/core/common'
import type { CoreServer, PluginClient, PluginTokens, Principal } from '@portico/core/server'
import { readWhole } from '@portico/core/server/outbound'
import { notificationsApi } from '@portico/notifications/common'
import { z } from 'zod'
import { broadcastDenied, responseTooLarge } from '../../errors.ts'
import { defineAction, type Action } from '../action.ts'
import { refuseRestricted } from './acting.ts'

export interface HttpActionDependencies {
  readonly client: PluginClient
  readonly discovery: CoreServer['discovery']
  readonly tokens: Pick<PluginTokens, 'forPlugin'>
  readonly allowedMethods: () => readonly string[] | undefined
  /** Of an answer. */
  readonly maxBytes: () => number
}

interface PluginRequest {
  readonly path: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly params?: Readonly<Record<string, unknown>> | undefined
  readonly body?: unknown
  readonly timeoutMs: number
  readonly caller: Principal
  readonly signal: AbortSignal
}

const readMethods = ['GET', 'HEAD', 'OPTIONS']
const maxTimeoutMs = 600_000
const portal: Principal = { type: 'service', subject: 'plugin:scaffolder' }

/** Requests to plugins of the portal, on behalf of the user. */
export function createHttpActions(dependencies: HttpActionDependencies): Action[] {
  const { allowedMethods } = dependencies

  /** Who may tell everybody something in the portal may have a template do it. */
  async function mayBroadcast(caller: Principal): Promise<boolean> {
    if (caller.type !== 'user') return false
    const { mayManage } = await dependencies.client.onBehalfOf(caller).call(notificationsApi.listAnnouncements)
    return mayManage
  }

  const request = defineAction({
    id: 'http:backstage:request',
    description: 'Calls a plugin of the portal as the user, such as a host behind the proxy',
    examples: [
      {
        description: 'Through the proxy',
        example: 'steps:\n  - action: http:backstage:request\n    input:\n      method: GET\n      path: proxy/jira/rest/api/2/project\n',
      },
    ],
    input: z.object({
      path: z.string().min(1).describe('The id of a plugin and the rest of its path'),
      method: z
        .string()
        .regex(/^[A-Za-z]+$/)
        .describe('GET, POST, PUT, PATCH, DELETE, HEAD or OPTIONS'),
      headers: z.record(z.string(), z.string()).optional().describe('Headers of the request, by name'),
      params: z.record(z.string(), z.unknown()).optional().describe('The query'),
      body: z.unknown().optional().describe('What is sent; as JSON unless a header says otherwise'),
      timeout: z.number().positive().max(maxTimeoutMs).default(60_000).describe('Milliseconds until it fails'),
      logRequestPath: z.boolean().default(true).describe('Whether the log names the path'),
      continueOnBadResponse: z.boolean().default(false).describe('A status of 400 or more is no error'),
      useBackstageToken: z.boolean().optional().describe('Has no effect: a token for the user is sent, unless headers have authorization'),
      idempotencyKey: z.string().optional().describe('Sent as a header, so that the host can recognise a second request'),
    }),
    output: z.object({
      code: z.number().describe('The status of the answer'),
      headers: z.record(z.string(), z.string()).describe('The headers of the answer'),
      body: z.unknown().describe('What was answered; a text that is not JSON is its field message'),
    }),
    isIdempotent: false,
    plan: ({ input }) => {
      const method = input.method.toUpperCase()
      return readMethods.includes(method) ? [] : [{ kind: 'request', title: `${method} ${input.path}` }]
    },
    async run({ input, caller, signal, output, log, once, record }) {
      const method = input.method.toUpperCase()
      const allowed = allowedMethods()
      if (allowed && !allowed.some(each => each.toUpperCase() === method))
        throw inputError(`Config does not allow ${method} in http:backstage:request`, { code: 'scaffolder.http-method' })
      const isReading = readMethods.includes(method)
      const title = `${method} ${input.path}`
      if (input.logRequestPath) log(`Sending ${title}`)
      const headers = { ...input.headers, ...(input.idempotencyKey !== undefined && { 'idempotency-key': input.idempotencyKey }) }
      const send = () =>
        sendToPlugin(dependencies, {
          path: input.path,
          method,
          headers,
          params: input.params,
          body: input.body,
          timeoutMs: input.timeout,
          caller,
          signal,
        })
      const answer = isReading ? await send() : await once('answer', send)
      if (!isReading) await record({ kind: 'request', title })
      output('code', answer.code)
      output('headers', answer.headers)
      output('body', answer.body)
      if (answer.code >= 400 && !input.continueOnBadResponse)
        throw new AppError('ResponseError', `${title} was answered with ${answer.code}: ${JSON.stringify(answer.body).slice(0, 500)}`)
    },
  })

  const notify = defineAction({
    id: 'notification:send',
    description: 'Sends a notification to users or to everybody',
    examples: [
      {
        description: 'Tell the owner',
        example:
          'steps:\n  - action: notification:send\n    input:\n      recipients: entity\n      entityRefs: ["${{ parameters.owner }}"]\n      title: Your service is ready\n',
      },
    ],
    input: z.object({
      recipients: z.enum(['broadcast', 'entity']).describe('Whether all users get it, or those of entityRefs'),
      entityRefs: z.array(z.string()).optional().describe('Refs of users, groups, or entities whose owners get it'),
      title: z.string().min(1).describe('The title'),
      info: z.string().optional().describe('The text below the title'),
      link: z.string().optional().describe('Where a click leads'),
      severity: z.enum(['low', 'normal', 'high', 'critical']).optional().describe('How urgent it is'),
      scope: z.string().optional().describe('A later one with the same scope takes its place'),
      topic: z.string().optional().describe('What it is about, by which users choose what they get'),
      optional: z.boolean().optional().describe('A failure is only a warning'),
    }),
    isIdempotent: false,
    plan: ({ input }) => [{ kind: 'notification', title: `Notifies ${input.entityRefs?.join(', ') ?? 'everybody'}: ${input.title}` }],
    async run({ input, caller, signal, warn, once, record }) {
      const { recipients, entityRefs = [], title, info, link, severity, scope, topic } = input
      try {
        if (recipients === 'broadcast' && !(await mayBroadcast(caller))) throw broadcastDenied()
      } catch (error) {
        if (!input.optional) throw error
        return warn(`Nobody was notified: ${(error as Error).message}`)
      }
      const body = {
        recipients: recipients === 'broadcast' ? { type: 'broadcast' } : { type: 'entity', entityRef: entityRefs },
        payload: { title, description: info, link, severity, scope, topic },
      }
      const message = {
        path: 'notifications/notifications',
        method: 'POST',
        headers: {},
        body,
        timeoutMs: 30_000,
        // Notifications come from the portal; what a person may send is decided above.
        caller: portal,
        signal,
      }
      const answer = await once('answer', () => sendToPlugin(dependencies, message))
      if (answer.code < 400) return record({ kind: 'notification', title: `Notified ${entityRefs.join(', ') || 'everybody'}: ${title}` })
      if (!input.optional) throw new AppError('ResponseError', `The notification was answered with ${answer.code}`)
      warn(`The notification was answered with ${answer.code}`)
    },
  })

  return [request, notify] as Action[]
}

async function sendToPlugin({ discovery, tokens, maxBytes }: HttpActionDependencies, request: PluginRequest) {
  refuseRestricted(request.caller)
  const [plugin, rest] = splitPath(request.path)
  const url = new URL(`${discovery.internalUrl(plugin)}${rest}`)
  for (const [name, value] of Object.entries(request.params ?? {})) url.searchParams.append(name, String(value))
  const headers = new Headers(request.headers)
  if (!headers.has('authorization'))
    headers.set('authorization', `Bearer ${await tokens.forPlugin(plugin, request.caller.type === 'user' ? request.caller : undefined)}`)
  const hasBody = request.body !== undefined && !['GET', 'HEAD'].includes(request.method)
  const isText = typeof request.body === 'string'
  if (hasBody && !headers.has('content-type')) headers.set('content-type', isText ? 'text/plain' : 'application/json')
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(request.timeoutMs)])
  const response = await fetch(url, {
    method: request.method,
    headers,
    signal,
    redirect: 'manual',
    ...(hasBody && { body: isText ? (request.body as string) : JSON.stringify(request.body) }),
  }).catch((error: Error) => {
    if (request.signal.aborted) throw error
    throw new AppError('ServiceUnavailableError', `${request.method} ${request.path} was not answered: ${error.message}`, { cause: error })
  })
  const text = await readWhole(response, maxBytes(), () => responseTooLarge(`${request.method} ${request.path}`, maxBytes()))
  return { code: response.status, headers: Object.fromEntries(response.headers), body: parseJson(String(text), { message: String(text) }) }
}

/** The plugin and the path below its base. `/api/x/y` means the same as `x/y`. */
function splitPath(given: string): [string, string] {
  const [, plugin, rest = ''] = /^(?:\/?api\/|\/)?([a-z0-9-]+)(\/[^\s]*|\?[^\s]*)?$/.exec(given) ?? []
  if (plugin === undefined || /(^|\/)\.\.(\/|$)/.test(decodeURIComponent(rest.split('?')[0] ?? '')))
    throw inputError(`'${given}' is not a path of a plugin, such as proxy/name/path`, { code: 'scaffolder.http-path' })
  return [plugin, rest]
}

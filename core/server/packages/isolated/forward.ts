import { unavailableError } from '@portico/core/common'
import { request as send, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { bytes, type HandlerInput } from '../../http/handler.ts'
import { authCookieName } from '../../tokens/cookie.ts'
import type { Route } from '@portico/core/common'
import type { Callers } from './callers.ts'
import type { RouteDescription } from './description.ts'
import { callerHeader } from './plugin-http.ts'

/** Headers of a connection, and what the portal does itself. */
const ofConnection = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'upgrade',
  'te',
  'trailer',
  'proxy-authorization',
  'accept-encoding',
  'expect',
])

interface Target {
  readonly id: string
  readonly callers: Callers
  /** The socket of the process; throws when that does not run. */
  readonly socket: () => string
}

/** Passes requests on to the plugin's process. Their bodies and those of replies are streams. */
export function createForward({ id, callers, socket }: Target) {
  function open(input: HandlerInput<Route>): Promise<IncomingMessage> {
    const { request, caller, signal } = input
    const { stream } = input as { stream?: Readable }
    const handed = Buffer.from(JSON.stringify(callers.give(caller))).toString('base64url')
    return new Promise((resolve, reject) => {
      const outgoing = send({
        socketPath: socket(),
        method: request.method,
        path: `/api/${id}${request.url}`,
        headers: { ...kept(request.headers, caller.type !== 'none'), 'x-request-id': request.id, [callerHeader]: handed },
        signal,
      })
      outgoing.on('response', resolve)
      outgoing.on('error', error =>
        reject(
          signal.aborted
            ? error
            : unavailableError(`The plugin '${id}' ended while it answered`, { code: 'core.plugin-ended', cause: error }),
        ),
      )
      if (stream) stream.on('error', error => outgoing.destroy(error)).pipe(outgoing)
      else outgoing.end()
    })
  }

  async function* eventsOf(input: HandlerInput<Route>) {
    const response = await open(input)
    if (response.statusCode !== 200) {
      response.destroy()
      throw unavailableError(`The plugin '${id}' sends no events, but the status ${response.statusCode}`, { code: 'core.plugin-ended' })
    }
    let rest = ''
    for await (const chunk of response.setEncoding('utf8')) {
      const frames = (rest + String(chunk)).split('\n\n')
      rest = frames.pop() ?? ''
      for (const frame of frames) {
        // As `sendEvents` writes them in the other process.
        const [, event = '', data = ''] = /^\s*event: (.*)\ndata: (.*)$/.exec(frame) ?? []
        if (event !== '') yield { event, data: JSON.parse(data) as unknown }
      }
    }
  }

  return (route: RouteDescription) =>
    route.hasEvents
      ? eventsOf
      : async (input: HandlerInput<Route>) => {
          const response = await open(input)
          return bytes(response, { status: response.statusCode ?? 500, headers: kept(response.headers, false) as Record<string, string> })
        }
}

/** The portal's own tokens are not for the plugin. */
function kept({ cookie, authorization, ...headers }: IncomingHttpHeaders, isAuthenticated: boolean): Record<string, string | string[]> {
  const cookies = cookie
    ?.split(';')
    .filter(each => !each.trim().startsWith(`${authCookieName}=`))
    .join(';')
  const entries = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined || ofConnection.has(name) || name === callerHeader ? [] : [[name, value] as const],
  )
  return {
    ...Object.fromEntries(entries),
    ...(cookies && { cookie: cookies }),
    ...(!isAuthenticated && authorization !== undefined && { authorization }),
  }
}

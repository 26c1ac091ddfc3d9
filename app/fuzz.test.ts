import { once } from 'node:events'
import { WebSocket } from 'ws'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { plugins } from './plugins.ts'
import { leaver, operator, reader, startFuzzedPortal } from './testing/fuzz-portal.ts'
import { fuzzRequests, largeRequests, oddQueries, operationsOf, type FuzzRequest, type Operation } from './testing/fuzz-requests.ts'
import { hostileTexts } from './testing/hostile-values.ts'
import { createSender } from './testing/send-raw.ts'
import { createStallWatch } from './testing/stalls.ts'

/** Requests to each route; a long run takes hundreds, and prints which of them held up the others. */
const longCount = process.env['PORTICO_FUZZ_REQUESTS']
const count = Number(longCount ?? 15)
const seed = Number(process.env['PORTICO_FUZZ_SEED'] ?? 1)

/** One by one in a long run, where each is measured. */
const atOnce = longCount === undefined ? 8 : 1

/** Below the limits of bodies that routes have. */
const largeSizes = [90_000, 950_000, 4_900_000, 9_900_000]

/** Wait for news by design, for up to a minute. */
const longPolls = ['GET /api/events/bus/v1/subscriptions/{id}/events']
/** Whoever calls it has no session afterwards. */
const endsSessions = ['POST /api/user-settings/sign-out-everywhere']

const log: string[] = []
const stalls = longCount === undefined ? undefined : createStallWatch()
let portal: Awaited<ReturnType<typeof startFuzzedPortal>>
let sender: ReturnType<typeof createSender>
beforeAll(async () => {
  portal = await startFuzzedPortal({ write: line => log.push(line) })
  sender = createSender(portal.server.url)
})
afterAll(async () => {
  sender.close()
  if (stalls) console.log(stalls.report())
  await portal.stop()
})

const nameOf = ({ method, path }: Operation) => `${method} ${path}`

/** Most requests come from somebody who may call the route, so that they get to what it does; some from others. */
async function tokenFor(operation: Operation, index: number): Promise<string | undefined> {
  const { services } = portal.server.server
  const userToken = async (userEntityRef: string) => (await services.tokens.userTokens.issue({ userEntityRef })).token
  if (index % 10 === 7) return undefined
  if (index % 10 === 8) return 'not-a-token'
  if (index % 10 === 9) return userToken(reader)
  if (operation.access === 'service') return services.tokens.forPlugin('test').forPlugin(operation.path.split('/')[2] ?? '')
  return userToken(endsSessions.includes(nameOf(operation)) ? leaver : operator)
}

/** What a request did that no request may do. */
async function problemOf(operation: Operation, request: FuzzRequest, index: number): Promise<object | undefined> {
  const isStream = operation.replyType === 'text/event-stream' || operation.replyType === undefined
  const leaveAfterMs = longPolls.includes(nameOf(operation)) ? 50 : undefined
  const token = await tokenFor(operation, index)
  const send = () => sender.send(request, token, { isStream, leaveAfterMs })
  const { status, text } = stalls
    ? await stalls.watch(nameOf(operation), `${request.target.slice(0, 500)} ${request.body?.slice(0, 1000)}`, send)
    : await send()
  if (status !== 0 && status !== 500) return undefined
  const id = /"id":"([^"]+)"/.exec(text)?.[1]
  const { method, target, headers, body } = request
  const sent = { method, target: target.slice(0, 500), headers, body: body?.slice(0, 500) }
  return { route: nameOf(operation), sent, status, text, log: log.find(line => id !== undefined && line.includes(id)) }
}

function requestsTo(operation: Operation, number: number): FuzzRequest[] {
  const random = [
    ...fuzzRequests(operation, portal.known, { seed: seed + 1000 * number, count }),
    ...(operation.method === 'GET' ? oddQueries(operation, portal.known) : []),
  ]
  return longCount === undefined ? random : [...random, ...largeSizes.flatMap(bytes => largeRequests(operation, portal.known, bytes))]
}

test.each(plugins.map(({ id }) => id))(
  'no route of %s fails, hangs or closes the connection, whatever it is sent',
  async plugin => {
    const document: unknown = await (await portal.server.fetch(`/api/${plugin}/openapi.json`)).json()
    const problems: object[] = []
    for (const [number, operation] of operationsOf(plugin, document).entries()) {
      const requests = [...requestsTo(operation, number).entries()]
      while (requests.length > 0) {
        const some = requests.splice(0, atOnce).map(([index, request]) => problemOf(operation, request, index))
        problems.push(...(await Promise.all(some)).filter(problem => problem !== undefined))
      }
      const { status } = await portal.server.as(reader).fetch('/api/catalog/entities/by-name/component/default/shop')
      expect([nameOf(operation), status]).toEqual([nameOf(operation), 200])
    }
    expect(problems).toEqual([])
  },
  60_000 + count * 10_000,
)

test('a socket that is sent anything and left without a word costs nobody else anything', async () => {
  const { token } = await portal.server.server.services.tokens.userTokens.issue({ userEntityRef: reader })
  const frames = [
    ...hostileTexts,
    '{"action":"subscribe"}',
    '{"action":"subscribe","channel":{"__proto__":1}}',
    '['.repeat(50_000),
    Buffer.alloc(5000),
  ]
  await Promise.all(
    frames.map(async frame => {
      const socket = new WebSocket(`${portal.server.url.replace('http', 'ws')}/api/signals`, [token])
      await once(socket, 'open')
      await new Promise(resolve => socket.send(frame, resolve))
      socket.terminate()
    }),
  )
  const { status } = await portal.server.as(reader).fetch('/api/signals/health')
  expect(status).toBe(200)
})

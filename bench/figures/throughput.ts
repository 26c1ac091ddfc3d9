import type { Figure, Row } from '../figure.ts'
import { runLoad } from '../load.ts'

const connections = 16

/** Requests that the server answers in a second over sixteen connections without a pause. */
export const throughput: Figure = {
  id: 'throughput',
  about: `requests a second at ${connections} connections, of a route without and one with a token`,
  async measure(bench) {
    const server = await bench.start(await bench.warmFolder())
    const userInfo = `${server.url}/api/auth/v1/userinfo`
    const headers = { authorization: `Bearer ${await signInAsGuest(server.url)}` }
    await requireBarrier(userInfo)
    const rows = [
      ...(await loadRows('Liveness', `${server.url}/.backstage/health/v1/liveness`, {})),
      ...(await loadRows('User info with a user token', userInfo, headers)),
    ]
    await server.stop()
    return rows
  },
}

async function loadRows(name: string, url: string, headers: Record<string, string>): Promise<Row[]> {
  const result = await runLoad({ url, headers, connections, warmUpMs: 2000, durationMs: 5000 })
  if (result.requests === 0) throw new Error(`${url} answered nothing in ${result.seconds} s`)
  if (result.failures > 0) throw new Error(`${result.failures} of ${result.requests + result.failures} requests to ${url} failed`)
  return [
    { name: `${name}, ${connections} connections`, value: result.requestsPerSecond, unit: 'requests/s' },
    { name: `${name}, 99th percentile`, value: result.p99Ms, unit: 'ms' },
  ]
}

/** A guest's token. */
export async function signInAsGuest(url: string): Promise<string> {
  const response = await fetch(`${url}/api/auth/guest/refresh`, { method: 'POST' })
  if (!response.ok) throw new Error(`signing in as guest gave ${response.status}: ${await response.text()}`)
  const session = (await response.json()) as { backstageIdentity: { token: string } }
  return session.backstageIdentity.token
}

/** The figure would be wrong if the route needed no token. */
async function requireBarrier(url: string): Promise<void> {
  const { status } = await fetch(url)
  if (status !== 401) throw new Error(`${url} should need a token, but answers ${status} without one`)
}

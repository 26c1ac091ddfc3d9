import { inputError } from '@portico/core/common'
import { createGuardedRequest, refuseStatus } from '@portico/core/server/outbound'
import type { HostCall } from './host-autocomplete.ts'

const apis: Readonly<Record<string, string>> = {
  'github.com': 'https://api.github.com',
  'gitlab.com': 'https://gitlab.com/api/v4',
  'bitbucket.org': 'https://api.bitbucket.org/2.0',
}

/** Calls the APIs of the public hosts. */
export function createHostCall(): HostCall {
  const allow = Object.values(apis).map(url => ({ host: new URL(url).host }))
  const request = createGuardedRequest({ allow, timeoutMs: 10_000, maxBytes: 5 * 2 ** 20 })
  return async ({ host, path, query = {}, token, signal }) => {
    const base = Object.hasOwn(apis, host) ? apis[host] : undefined
    if (base === undefined) throw inputError(`There is no integration for the host '${host}'`, { code: 'scaffolder.unknown-host' })
    const url = new URL(`${base}${path}`)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value))
    const { answer } = await request(url, {
      headers: () => ({ authorization: `Bearer ${token}`, 'user-agent': 'portico', accept: 'application/json' }),
      signal,
    })
    refuseStatus(answer, url.href)
    return JSON.parse(answer.bytes.toString('utf8')) as unknown
  }
}

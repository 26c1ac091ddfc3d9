import { createGuardedRequest } from '@portico/core/server/outbound'
import { setTimeout as delay } from 'node:timers/promises'
import { sourceFailed } from '../errors.ts'
import type { FindContext } from '../source.ts'

export interface GraphSettings {
  readonly tenantId: string
  readonly clientId?: string
  readonly clientSecret?: string
  readonly target: string
  readonly authority: string
}

export interface GraphQuery {
  readonly filter?: string
  readonly search?: string
  readonly expand?: string
  readonly select?: readonly string[]
  /** Advanced queries count, and need a header for it. */
  readonly isAdvanced: boolean
}

interface Page<T> {
  readonly value?: readonly T[]
  readonly '@odata.nextLink'?: string
  readonly error?: { readonly message?: string }
}

export type Graph = ReturnType<typeof createGraph>

const maxPages = 10_000

/** Microsoft Graph, with the token of a client. Config names both hosts, so both may be called, and no other. */
export function createGraph(settings: GraphSettings, { signal }: FindContext) {
  const { target, authority, tenantId, clientId, clientSecret } = settings
  const base = target.replace(/\/+$/, '')
  const allow = [{ host: new URL(target).host }, { host: new URL(authority).host }]
  const request = createGuardedRequest({ allow, timeoutMs: 60_000, maxBytes: 50 * 2 ** 20 })
  let token: Promise<string> | undefined

  async function login(): Promise<string> {
    if (clientId === undefined || clientSecret === undefined)
      throw sourceFailed(`catalog.providers.microsoftGraphOrg needs clientId and clientSecret for the tenant ${tenantId}`)
    const url = new URL(`${authority.replace(/\/+$/, '')}/${encodeURIComponent(tenantId)}/oauth2/v2.0/token`)
    const form = {
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
      scope: `${new URL(target).origin}/.default`,
    }
    const body = Buffer.from(new URLSearchParams(form).toString())
    const headers = (to: URL) => (to.host === url.host ? { 'content-type': 'application/x-www-form-urlencoded' } : {})
    const { answer } = await request(url, { method: 'POST', body, headers, isAnyStatusRead: true, signal })
    const found = JSON.parse(String(answer.bytes) || '{}') as { access_token?: string; error_description?: string }
    if (found.access_token === undefined)
      throw sourceFailed(
        `${url.host} gave no token: status ${answer.status}, ${found.error_description?.split('\n')[0] ?? 'without a reason'}`,
      )
    return found.access_token
  }

  async function ask<T>(url: URL, isAdvanced: boolean): Promise<T & Page<never>> {
    const authorization = `Bearer ${await (token ??= login())}`
    const headers = (to: URL) => (to.host === url.host ? { authorization, ...(isAdvanced && { consistencylevel: 'eventual' }) } : {})
    for (let attempt = 1; ; attempt += 1) {
      const { answer } = await request(url, { headers, isAnyStatusRead: true, signal })
      if (answer.status === 200) return JSON.parse(String(answer.bytes)) as T & Page<never>
      if ((answer.status !== 429 && answer.status < 500) || attempt === 4) {
        const reason = (JSON.parse(String(answer.bytes) || '{}') as Page<never>).error?.message
        throw sourceFailed(`${url.host} answered ${url.pathname} with status ${answer.status}${reason === undefined ? '' : `: ${reason}`}`)
      }
      const seconds = Number(answer.headers['retry-after'] ?? 2 ** attempt / 4)
      await delay(Math.min(seconds, 60) * 1000, undefined, { signal })
    }
  }

  return {
    one: <T>(path: string): Promise<T> => ask<T>(new URL(`${base}/${path}`), false),
    async all<T>(path: string, { filter, search, expand, select, isAdvanced }: GraphQuery): Promise<T[]> {
      const url = new URL(`${base}/${path}`)
      const query = {
        $filter: filter,
        $search: search,
        $expand: expand,
        $select: select?.join(','),
        $count: isAdvanced ? 'true' : undefined,
        $top: '999',
      }
      for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, value)
      const found: T[] = []
      let next: URL | undefined = url
      for (let pages = 0; next !== undefined; pages += 1) {
        if (pages === maxPages) throw sourceFailed(`${url.host} has pages without end`)
        const page: Page<T> = await ask<Page<T>>(next, isAdvanced)
        if (!page.value) throw sourceFailed(`${url.host} did not answer ${url.pathname} with a list`)
        found.push(...page.value)
        const link: string | undefined = page['@odata.nextLink']
        next = link === undefined || new URL(link).host !== url.host || link === next.href ? undefined : new URL(link)
      }
      return found
    },
  }
}

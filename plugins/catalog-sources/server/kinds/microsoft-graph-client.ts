import { AppError } from '@portico/core/common'
import { createTokens, type HostClient } from '@portico/integrations/server'
import { sourceFailed } from '../errors.ts'
import type { FindContext } from '../sources/source.ts'

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
  readonly '@odata.deltaLink'?: string
}

export type Graph = ReturnType<typeof createGraph>

const maxPages = 10_000
const photoSize = '48x48'
const maxPhotoBytes = 20_000

/** Microsoft Graph, with the token of a client, within the budget that all replicas share for its host. */
export function createGraph(settings: GraphSettings, { integrations, signal }: FindContext) {
  const { target } = settings
  const base = target.replace(/\/+$/, '')
  let client: Promise<HostClient> | undefined

  async function open(): Promise<HostClient> {
    return integrations.apiFor(base, `Bearer ${await login(settings)}`)
  }

  async function call<T>(url: URL, isAdvanced: boolean): Promise<T> {
    const api = await (client ??= open())
    return api.json<T>(url.href, { signal, ...(isAdvanced && { headers: { consistencylevel: 'eventual' } }) })
  }

  /** A link with which Graph tells what has changed since now. */
  async function latest(path: string, select: readonly string[]): Promise<string | undefined> {
    const url = new URL(`${base}/${path}/delta`)
    url.searchParams.set('$select', select.join(','))
    url.searchParams.set('$deltatoken', 'latest')
    return (await call<Page<unknown>>(url, false))['@odata.deltaLink']
  }

  /** Whether nothing has changed since a link was given; links end after some days. */
  async function isSame(link: string): Promise<boolean> {
    if (!URL.canParse(link)) return false
    try {
      const { value, '@odata.nextLink': more } = await call<Page<unknown>>(new URL(link), false)
      return value?.length === 0 && more === undefined
    } catch (error) {
      if (error instanceof AppError && error.code === 'integrations.host-refused') return false
      throw error
    }
  }

  return {
    /**
     * The links behind which Graph tells changes of these lists: the known ones where there are none. Undefined where it does not offer
     * them.
     */
    async changeLinks(lists: Readonly<Record<string, readonly string[]>>, known: string | undefined): Promise<string | undefined> {
      const links = known?.split(' ') ?? []
      if (links.length > 0 && (await Promise.all(links.map(isSame))).every(Boolean)) return known
      try {
        const given = await Promise.all(Object.entries(lists).map(([path, select]) => latest(path, select)))
        return given.every(link => link !== undefined) ? given.join(' ') : undefined
      } catch (error) {
        if (error instanceof AppError && ['NotFoundError', 'InputError'].includes(error.name)) return undefined
        throw error
      }
    },
    /** The picture of a user, as an address that holds it; undefined where there is none. */
    async photo(id: string): Promise<string | undefined> {
      const api = await (client ??= open())
      const answer = await api.call(`${base}/users/${encodeURIComponent(id)}/photos/${photoSize}/$value`, { signal })
      if (answer.status !== 200 || answer.bytes.length > maxPhotoBytes) return undefined
      return `data:image/jpeg;base64,${answer.bytes.toString('base64')}`
    },
    one: <T>(path: string): Promise<T> => call<T>(new URL(`${base}/${path}`), false),
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
        const page: Page<T> = await call<Page<T>>(next, isAdvanced)
        if (!page.value) throw sourceFailed(`${url.host} did not answer ${url.pathname} with a list`)
        found.push(...page.value)
        const link: string | undefined = page['@odata.nextLink']
        next = link === undefined || new URL(link).host !== url.host || link === next.href ? undefined : new URL(link)
      }
      return found
    },
  }
}

async function login({ target, authority, tenantId, clientId, clientSecret }: GraphSettings): Promise<string> {
  if (clientId === undefined || clientSecret === undefined)
    throw sourceFailed(`catalog.providers.microsoftGraphOrg needs clientId and clientSecret for the tenant ${tenantId}`)
  const url = `${authority.replace(/\/+$/, '')}/${encodeURIComponent(tenantId)}/oauth2/v2.0/token`
  const scope = `${new URL(target).origin}/.default`
  const token = await createTokens().get({ kind: 'client', gitUser: '', url, clientId, clientSecret, scope }, undefined)
  if (token === undefined) throw new AppError('ServiceUnavailableError', `${url} gave no token`)
  return token
}

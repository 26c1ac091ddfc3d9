import { authenticationError, inputError, notFoundError } from '@portico/core/common'
import { createGuardedRequest, refuseStatus, type HttpAnswer } from '@portico/core/server/outbound'
import type { ConfluenceSection } from '../config.ts'
import { readPageAddress } from './page-address.ts'

export interface ConfluencePage {
  readonly id: string
  readonly title: string
  readonly html: string
}

export interface Attachment {
  readonly name: string
  readonly address: string
}

interface PageJson {
  readonly id: string
  readonly title: string
  readonly body?: { readonly export_view?: { readonly value?: string } }
}

interface AttachmentsJson {
  readonly results?: readonly { readonly title: string; readonly _links: { readonly download: string } }[]
  readonly _links?: { readonly next?: string; readonly base?: string }
}

const timeoutMs = 60_000
const maxBytes = 50 * 2 ** 20
const pageSize = 100
const maxAttachments = 2000
const mediaHost = 'api.media.atlassian.com'

/** Reads pages of the Confluence that config names, through its REST API. */
export function createConfluenceClient(settings: ConfluenceSection, signal: AbortSignal) {
  const base = settings.baseUrl.replace(/\/+$/, '')
  const { host } = new URL(base)
  const authorization = authorizationOf(settings)
  // Attachments of the cloud are behind redirects to a host of their own, which gets no credentials.
  const allow = [{ host }, ...(host.endsWith('.atlassian.net') ? [{ host: mediaHost }] : [])]
  const request = createGuardedRequest({ allow, timeoutMs, maxBytes })

  async function get(address: string, what: string): Promise<HttpAnswer> {
    const headers = (to: URL) => ({ 'user-agent': 'portico', ...(to.host === host && { authorization }) })
    const { answer } = await request(new URL(address), { headers, signal })
    if (answer.status === 401 || answer.status === 403)
      throw authenticationError(`Confluence answered ${answer.status} for ${what}: check confluence.auth in the config`, {
        code: 'scaffolder.confluence-credentials',
      })
    if (answer.status === 404) throw pageNotFound(what)
    refuseStatus(answer, what)
    return answer
  }

  async function json<T>(path: string, what: string): Promise<T> {
    const { bytes } = await get(`${base}${path}`, what)
    try {
      return JSON.parse(String(bytes)) as T
    } catch {
      throw inputError(`The answer for ${what} is not JSON: is confluence.baseUrl the address of Confluence?`, {
        code: 'scaffolder.confluence-answer',
      })
    }
  }

  return {
    async page(address: string): Promise<ConfluencePage> {
      const named = readPageAddress(address, base)
      const expand = 'expand=body.export_view'
      const found =
        'id' in named
          ? await json<PageJson>(`/rest/api/content/${named.id}?${expand}`, address)
          : (
              await json<{ results?: PageJson[] }>(
                `/rest/api/content?spaceKey=${encodeURIComponent(named.space)}&title=${encodeURIComponent(named.title)}&${expand}`,
                address,
              )
            ).results?.[0]
      if (!found) throw pageNotFound(address)
      return { id: found.id, title: found.title, html: found.body?.export_view?.value ?? '' }
    },
    async attachments({ id, title }: ConfluencePage): Promise<Attachment[]> {
      const found: Attachment[] = []
      for (let start = 0; found.length < maxAttachments; start += pageSize) {
        const path = `/rest/api/content/${encodeURIComponent(id)}/child/attachment?limit=${pageSize}&start=${start}`
        const { results = [], _links } = await json<AttachmentsJson>(path, `the attachments of '${title}'`)
        const usable = results.filter(each => isFileName(each.title))
        found.push(...usable.map(each => ({ name: each.title, address: `${base}${each._links.download}` })))
        if (_links?.next === undefined || results.length === 0) break
      }
      return found
    },
    async download({ name, address }: Attachment): Promise<Uint8Array> {
      return (await get(address, `the attachment '${name}'`)).bytes
    },
  }
}

function authorizationOf({ auth }: ConfluenceSection): string {
  if (auth.type === 'bearer') return `Bearer ${auth.token}`
  const [name, secret] = auth.type === 'basic' ? [auth.email, auth.token] : [auth.username, auth.password]
  return `Basic ${Buffer.from(`${name}:${secret}`).toString('base64')}`
}

/** One that names a file of its folder and nothing else. */
function isFileName(name: string): boolean {
  return !/[/\\\0]/.test(name) && name !== '.' && name !== '..'
}

function pageNotFound(what: string) {
  return notFoundError(`Confluence has nothing at ${what}, or the user of confluence.auth may not see it`, {
    code: 'scaffolder.confluence-not-found',
  })
}

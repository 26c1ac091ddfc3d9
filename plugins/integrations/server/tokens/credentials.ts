import { decodeText } from '@portico/core/common'
import type { TokenSource } from './token-source.ts'
import type { Tokens } from './create-tokens.ts'

/** The credentials for a host: a header for plain requests, and one for git over HTTP, where some hosts expect another form. */
export interface HostCredential {
  /** The host as in the address, with the port where there is one. */
  readonly host: string
  /** The owners that it is for; all by default. */
  readonly owners?: readonly string[] | undefined
  /** Where the owner is in an address: the first segment of the path by default. */
  readonly ownerIn?: 'github' | undefined
  readonly plain?: CredentialHeader | undefined
  readonly git?: CredentialHeader | undefined
  /** Where a token that expires comes from; it is used in place of fixed headers. */
  readonly source?: TokenSource | undefined
}

export interface CredentialHeader {
  readonly name: string
  readonly value: string
}

export function bearer(token: string): CredentialHeader {
  return { name: 'authorization', value: `Bearer ${token}` }
}

export function basic(username: string, password: string): CredentialHeader {
  return { name: 'authorization', value: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` }
}

export type Credentials = ReturnType<typeof createCredentials>

type Headers = Record<string, string>

/** The headers that prove to a host who we are. Credentials are sent only to their host, and only over https; loopback may use http. */
export function createCredentials(credentials: readonly HostCredential[], tokens: Tokens) {
  async function headerOf(url: URL, form: 'plain' | 'git', owner: string | undefined): Promise<CredentialHeader | undefined> {
    for (const credential of fitting(url, credentials, owner)) {
      const header = credential.source ? await fromSource(credential, url, form, owner) : credential[form]
      if (header) return header
    }
    return undefined
  }

  async function fromSource(credential: HostCredential, url: URL, form: 'plain' | 'git', owner: string | undefined) {
    const { source } = credential
    const token = source && (await tokens.get(source, owner ?? ownerOf(url, credential)))
    if (source === undefined || token === undefined) return undefined
    return form === 'plain' ? bearer(token) : basic(source.gitUser, token)
  }

  return {
    /** For a plain request. The owner is for addresses that do not show it. */
    plain: async (url: URL, owner?: string): Promise<Headers> => toHeaders(await headerOf(url, 'plain', owner)),
    /** For git over HTTP. */
    git: async (url: URL, owner?: string): Promise<Headers> => toHeaders(await headerOf(url, 'git', owner)),
    has: (url: URL): boolean => fitting(url, credentials, undefined).length > 0,
  }
}

/** Those for the owner come before those for all. */
function fitting(url: URL, credentials: readonly HostCredential[], owner: string | undefined): HostCredential[] {
  const isSafe = url.protocol === 'https:' || ['127.0.0.1', '[::1]', 'localhost'].includes(url.hostname)
  if (!isSafe) return []
  const ofHost = credentials.filter(({ host }) => host.toLowerCase() === url.host)
  const isFor = (credential: HostCredential) => {
    const name = (owner ?? ownerOf(url, credential))?.toLowerCase()
    return credential.owners?.some(each => each.toLowerCase() === name) ?? false
  }
  return [...ofHost.filter(isFor), ...ofHost.filter(({ owners }) => owners === undefined)]
}

function ownerOf(url: URL, { ownerIn }: HostCredential): string | undefined {
  const segments = url.pathname.split('/').filter(Boolean).map(decodeText)
  if (ownerIn === undefined) return segments[0]
  // `/api/v3/repos/owner/…`, `/orgs/owner`, `/raw/owner/…`, `/owner/…`
  const rest = segments[0] === 'api' ? segments.slice(2) : segments
  return ['repos', 'orgs', 'users', 'raw', '_codeload'].includes(rest[0] ?? '') ? rest[1] : rest[0]
}

function toHeaders(header: CredentialHeader | undefined): Headers {
  return header ? { [header.name]: header.value } : {}
}

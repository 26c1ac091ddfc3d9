/** The credentials for a host: a header for plain requests, and one for git over HTTP, where some hosts expect another form. */
export interface HostCredential {
  /** The host as in the address, with the port where there is one. */
  readonly host: string
  /** The first path segments that it is for; all by default. */
  readonly owners?: readonly string[] | undefined
  readonly plain: CredentialHeader
  readonly git: CredentialHeader
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

/** The headers of a plain request to an address. */
export function requestHeaders(url: URL, credentials: readonly HostCredential[]): Record<string, string> {
  return toHeaders(find(url, credentials)?.plain)
}

/** The headers of a git request to an address. */
export function gitHeaders(url: URL, credentials: readonly HostCredential[]): Record<string, string> {
  return toHeaders(find(url, credentials)?.git)
}

/** Credentials are sent only to their host, and only over https; loopback may use http. */
function find(url: URL, credentials: readonly HostCredential[]): HostCredential | undefined {
  const isSafe = url.protocol === 'https:' || ['127.0.0.1', '[::1]', 'localhost'].includes(url.hostname)
  if (!isSafe) return undefined
  const owner = url.pathname.split('/')[1]?.toLowerCase()
  const ofHost = credentials.filter(({ host }) => host.toLowerCase() === url.host)
  return (
    ofHost.find(({ owners }) => owners?.some(each => each.toLowerCase() === owner)) ?? ofHost.find(({ owners }) => owners === undefined)
  )
}

function toHeaders(header: CredentialHeader | undefined): Record<string, string> {
  return header ? { [header.name]: header.value } : {}
}

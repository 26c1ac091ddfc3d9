/** How a request to a host shows who asks: a header for plain requests, and one for git over HTTP, which some hosts want otherwise. */
export interface HostCredential {
  /** The host as it stands in the address, with the port where there is one. */
  readonly host: string
  /** The first parts of the paths that it is for; all where none are named. */
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

/** What a plain request to an address carries. */
export function requestHeaders(url: URL, credentials: readonly HostCredential[]): Record<string, string> {
  return toHeaders(find(url, credentials)?.plain)
}

/** What a request of git to an address carries. */
export function gitHeaders(url: URL, credentials: readonly HostCredential[]): Record<string, string> {
  return toHeaders(find(url, credentials)?.git)
}

/** Credentials are sent to the host that they are for, and encrypted or not at all; this machine may ask itself. */
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

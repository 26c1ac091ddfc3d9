import ldap from 'ldapjs'
import type { Server } from 'node:net'

interface BindRequest {
  readonly credentials: string
}

interface SearchRequest {
  readonly dn: { toString(): string }
  readonly scope: string | number
  readonly attributes: readonly string[]
  readonly filter: { matches(attributes: object): boolean }
  readonly controls: readonly { readonly type: string; readonly value: { readonly size: number; readonly cookie?: Buffer } }[]
}

interface Response {
  readonly attributes: string[]
  send(entry: object): void
  addControl(control: object): void
  end(): void
}

type Next = (error?: unknown) => void

// Its types do not know the control of pages.
const { PagedResultsControl } = ldap as unknown as { PagedResultsControl: new (options: object) => object }

export interface LdapRecord {
  readonly dn: string
  readonly attributes: Readonly<Record<string, string | readonly string[]>>
}

interface FakeLimits {
  /** More values of an attribute than that are given in parts, as Active Directory does it. */
  readonly maxValues?: number
}

/** A directory on the loopback interface, by a library's server: it knows one login, filters and pages. */
export async function startFakeLdap(
  login: { readonly dn: string; readonly secret: string },
  records: readonly LdapRecord[],
  { maxValues = Number.POSITIVE_INFINITY }: FakeLimits = {},
) {
  const server = ldap.createServer()
  const sockets = new Set<{ destroy(): void }>()
  ;(server as unknown as { server: Server }).server.on('connection', socket => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  server.bind(login.dn, (request: BindRequest, response: Response, next: Next) => {
    if (request.credentials !== login.secret) return next(new ldap.InvalidCredentialsError('wrong password'))
    response.end()
    return next()
  })
  server.search('dc=acme', (request: SearchRequest, response: Response, next: Next) => {
    const base = plain(request.dn.toString())
    if (isBaseOnly(request.scope)) {
      const record = records.find(({ dn }) => plain(dn) === base)
      // The library would leave out a part whose end is another than the one that was asked for.
      response.attributes.push('*')
      if (record) response.send({ dn: record.dn, attributes: inParts(record.attributes, request.attributes, maxValues) })
      response.end()
      return next()
    }
    const found = records.filter(({ dn, attributes }) => plain(dn).endsWith(`,${base}`) && request.filter.matches(attributes))
    const paging = request.controls.find(({ type }) => type === '1.2.840.113556.1.4.319')
    const size = paging?.value.size || found.length
    const start = Number(paging?.value.cookie?.toString() || 0)
    for (const { dn, attributes } of found.slice(start, start + size)) response.send({ dn, attributes: inParts(attributes, [], maxValues) })
    const more = start + size < found.length ? String(start + size) : ''
    if (paging) response.addControl(new PagedResultsControl({ value: { size: 0, cookie: Buffer.from(more) } }))
    response.end()
    return next()
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: server.url.replace('0.0.0.0', '127.0.0.1'),
    async close(): Promise<void> {
      for (const socket of sockets) socket.destroy()
      await new Promise<void>(resolve => server.close(() => resolve()))
    },
  }
}

function isBaseOnly(scope: string | number): boolean {
  return scope === 'base' || scope === 'baseObject' || scope === 0
}

/** Values beyond the limit are left out, and the name of their attribute says so: `member;range=0-1499`. The last part ends with `*`. */
function inParts(attributes: LdapRecord['attributes'], asked: readonly string[], max: number): Record<string, string | readonly string[]> {
  return Object.fromEntries(
    Object.entries(attributes).flatMap(([name, value]): [string, string | readonly string[]][] => {
      if (typeof value === 'string' || value.length <= max) return [[name, value]]
      const wanted = asked.map(each => /^(.+);range=(\d+)-\*$/i.exec(each)).find(each => each?.[1]?.toLowerCase() === name.toLowerCase())
      const start = Number(wanted?.[2] ?? 0)
      const part = value.slice(start, start + max)
      return [
        [name.toUpperCase(), []],
        [`${name};range=${start}-${start + max < value.length ? start + max - 1 : '*'}`, part],
      ]
    }),
  )
}

function plain(dn: string): string {
  return dn.toLowerCase().replaceAll(/\s*,\s*/g, ',')
}

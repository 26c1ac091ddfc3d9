import type { TryReply, TryRequest } from '@portico/api-docs/common'
import type { IncomingHttpHeaders } from 'node:http'
import { headerMalformed, headerRefused } from './errors.ts'

/** Belong to one connection, frame the message, claim another sender, or would change the method after it was checked. */
const refused =
  /^(?:accept-encoding|connection|content-length|expect|forwarded|host|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|via|x-forwarded-.*|x-http-method(?:-override)?|x-method-override|x-real-ip)$/

/** The headers of the request: what the reader typed, and nothing of the portal's own session. */
export function toRequestHeaders({ headers }: Pick<TryRequest, 'headers'>, body: Buffer | undefined): Record<string, string | string[]> {
  const found: Record<string, string[]> = Object.create(null)
  for (const [given, value] of headers) {
    const name = given.toLowerCase()
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name) || !/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) throw headerMalformed(given)
    if (refused.test(name)) throw headerRefused(given)
    ;(found[name] ??= []).push(value)
  }
  return {
    accept: '*/*',
    'user-agent': 'Portico',
    ...Object.fromEntries(Object.entries(found).map(([name, values]) => [name, values.length === 1 ? values[0]! : values])),
    'accept-encoding': 'identity',
    ...(body && { 'content-length': String(body.length) }),
  }
}

/** The headers of the answer as they are shown. */
export function toReplyHeaders(headers: IncomingHttpHeaders): TryReply['headers'] {
  return Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((each): [string, string] => [name, name === 'set-cookie' ? withoutValue(each) : each]),
  )
}

/** A cookie is often a session that no script may read: only its name and attributes are shown. */
function withoutValue(cookie: string): string {
  return cookie.replace(/^([^=;]*)=[^;]*/, '$1=…')
}

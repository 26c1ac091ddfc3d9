import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

export interface SignedDelivery {
  readonly headers: IncomingHttpHeaders
  readonly bytes: Buffer
}

/** How a delivery proves that it was made with a secret: which one, and in which way; undefined when it does not. */
export type Check = (delivery: SignedDelivery) => string | undefined

/** `sha256=<hex>` or `<hex>` in a header: the HMAC of the whole body. */
function hmac(secrets: readonly string[], header: string, prefix: string): Check {
  return ({ headers, bytes }) => {
    const given = headers[header]
    if (typeof given !== 'string' || !given.startsWith(prefix)) return undefined
    const at = secrets.findIndex(secret => isSame(given.slice(prefix.length), createHmac('sha256', secret).update(bytes).digest('hex')))
    return at === -1 ? undefined : `secret ${at}`
  }
}

/** `v1=<hex>,v2=…`: versions of the signature side by side, of which the first is the HMAC of the whole body. */
function versioned(secret: string, header: string): Check {
  return ({ headers, bytes }) => {
    const given = String(headers[header] ?? '')
      .split(',')
      .find(part => part.trim().startsWith('v1='))
    const isRight =
      given !== undefined && isSame(given.trim().slice('v1='.length), createHmac('sha256', secret).update(bytes).digest('hex'))
    return isRight ? 'secret' : undefined
  }
}

/** Compared in constant time: how much of it was right must not show. */
function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}

/** Jenkins signs nothing: its plugin 'Notification' sends the password of the address (`https://portal:<secret>@…`), a pipeline a header. */
function jenkinsSecret(secret: string): Check {
  return ({ headers }) => {
    const given = headers['x-jenkins-token']
    if (given !== undefined) return isSame(String(given), secret) ? 'header' : undefined
    const [scheme, encoded = ''] = (headers.authorization ?? '').split(' ', 2)
    const pair = String(Buffer.from(encoded, 'base64'))
    return scheme?.toLowerCase() === 'basic' && isSame(pair.slice(pair.indexOf(':') + 1), secret) ? 'password' : undefined
  }
}

interface Secrets {
  readonly github: readonly string[]
  readonly gitlab?: string | undefined
  readonly bitbucketCloud?: string | undefined
  readonly bitbucketServer?: string | undefined
  readonly gitea?: string | undefined
  readonly circleci?: string | undefined
  readonly jenkins?: string | undefined
  readonly azureDevOps?: { readonly username: string; readonly password: string } | undefined
}

/** How deliveries of each host are checked; hosts without a secret have no entry. */
export function createChecks(secrets: Secrets): ReadonlyMap<string, Check> {
  const { github, gitlab, bitbucketCloud, bitbucketServer, gitea, circleci, jenkins, azureDevOps } = secrets
  const checks = new Map<string, Check>()
  if (github.length > 0) checks.set('github', hmac(github, 'x-hub-signature-256', 'sha256='))
  if (bitbucketCloud !== undefined) checks.set('bitbucketCloud', hmac([bitbucketCloud], 'x-hub-signature', 'sha256='))
  if (bitbucketServer !== undefined) checks.set('bitbucketServer', hmac([bitbucketServer], 'x-hub-signature', 'sha256='))
  if (gitea !== undefined) checks.set('gitea', hmac([gitea], 'x-gitea-signature', ''))
  if (circleci !== undefined) checks.set('circleci', versioned(circleci, 'circleci-signature'))
  if (gitlab !== undefined)
    checks.set('gitlab', ({ headers }) => (isSame(String(headers['x-gitlab-token'] ?? ''), gitlab) ? 'token' : undefined))
  if (jenkins !== undefined) checks.set('jenkins', jenkinsSecret(jenkins))
  if (azureDevOps) {
    const expected = `Basic ${Buffer.from(`${azureDevOps.username}:${azureDevOps.password}`).toString('base64')}`
    checks.set('azureDevOps', ({ headers }) => (isSame(headers.authorization ?? '', expected) ? 'password' : undefined))
  }
  return checks
}

import { bytes, type Answer, type Handlers } from '@portico/core/server'
import type { mcpActionsApi } from '@portico/mcp-actions/common'
import type { Readable } from 'node:stream'
import { OAuthRefusal } from '../errors.ts'
import type { Authorize } from './authorize.ts'
import type { Clients } from './clients.ts'
import type { Metadata } from './metadata.ts'
import type { Tokens } from './tokens.ts'

interface OAuthRouteDependencies {
  readonly authorize: Authorize
  readonly tokens: Tokens
  readonly clients: Clients
  readonly metadata: Metadata
  readonly consentUrl: (id: string) => string
}

const maxFormBytes = 20_000
const json = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', pragma: 'no-cache' }

type OAuthRoutes =
  | 'getResourceMetadata'
  | 'getAuthorizationMetadata'
  | 'getOpenIdMetadata'
  | 'getRootResourceMetadata'
  | 'getPathResourceMetadata'
  | 'getRootAuthorizationMetadata'
  | 'getPathAuthorizationMetadata'
  | 'authorize'
  | 'issueToken'
  | 'revokeToken'
  | 'registerClient'

/** The routes by which agents are let in, as clients of OAuth know them. */
export function oauthRoutes({
  authorize,
  tokens,
  clients,
  metadata,
  consentUrl,
}: OAuthRouteDependencies): Pick<Handlers<typeof mcpActionsApi>, OAuthRoutes> {
  const forResource = (rest?: string) => metadata.resource(rest)
  return {
    getResourceMetadata: ({ query }) =>
      forResource(typeof query['server'] === 'string' ? `api/mcp-actions/v1/${query['server']}` : undefined),
    getRootResourceMetadata: () => forResource(),
    getPathResourceMetadata: ({ params }) => forResource(params.rest),
    getAuthorizationMetadata: () => metadata.authorization(),
    getOpenIdMetadata: () => metadata.authorization(),
    getRootAuthorizationMetadata: () => metadata.authorization(),
    getPathAuthorizationMetadata: () => metadata.authorization(),

    authorize: ({ query }) =>
      answerOf(async () => {
        const begun = await authorize.begin(query)
        const location = 'id' in begun ? consentUrl(begun.id) : begun.redirectTo
        return bytes('', { status: 302, headers: { location, 'referrer-policy': 'no-referrer' } })
      }),
    issueToken: ({ stream, request }) =>
      answerOf(async () => toJson(await tokens.exchange(await readForm(stream, request.headers['content-type'])))),
    revokeToken: ({ stream, request }) =>
      answerOf(async () => {
        await tokens.end(await readForm(stream, request.headers['content-type']))
        return toJson({})
      }),
    registerClient: ({ body, request }) => answerOf(async () => toJson(await clients.register(body, request.ip), 201)),
  }
}

/** Refusals in the form that clients of OAuth read. */
async function answerOf(run: () => Promise<Answer>): Promise<Answer> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof OAuthRefusal)) throw error
    return toJson({ error: error.code, error_description: error.message }, error.status)
  }
}

function toJson(value: object, status = 200): Answer {
  return bytes(JSON.stringify(value), { status, headers: json })
}

async function readForm(stream: Readable | undefined, type = ''): Promise<Record<string, unknown>> {
  if (!type.startsWith('application/x-www-form-urlencoded'))
    throw new OAuthRefusal('invalid_request', 'The body has to be a form (application/x-www-form-urlencoded)')
  const parts: Buffer[] = []
  let size = 0
  for await (const part of (stream ?? []) as AsyncIterable<Buffer>) {
    size += part.length
    if (size > maxFormBytes) throw new OAuthRefusal('invalid_request', `The body is longer than ${maxFormBytes} bytes`, 413)
    parts.push(part)
  }
  const form: Record<string, unknown> = Object.create(null)
  for (const [name, value] of new URLSearchParams(Buffer.concat(parts).toString('utf8')))
    form[name] = name in form ? [form[name], value].flat() : value
  return form
}

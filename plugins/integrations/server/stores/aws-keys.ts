import { createGuardedRequest } from '@portico/core/server/outbound'
import { readFile } from 'node:fs/promises'
import { sourceUnreadable } from '../reading/reading-errors.ts'
import { signRequest, type AwsKeys } from './aws-request.ts'

export interface AwsEntry {
  readonly accessKeyId?: string
  readonly secretAccessKey?: string
  /** Of keys that end. */
  readonly sessionToken?: string
  readonly roleArn?: string
  readonly externalId?: string
  readonly region?: string
}

export type AwsEnvironment = Readonly<Record<string, string | undefined>>

/** Keys are replaced before they end: a request may take a while, and clocks differ. */
const marginMs = 5 * 60_000
const defaultLifetimeMs = 3_600_000

interface EndingKeys extends AwsKeys {
  readonly until: number
}

/**
 * The keys of an entry, of the environment, or of the role of the pod that the portal runs in; where the entry names a role, those of that
 * role, which is assumed with them. Undefined where there are none.
 */
export function createAwsKeys(entry: AwsEntry, env: AwsEnvironment) {
  const region = entry.region ?? env['AWS_REGION'] ?? env['AWS_DEFAULT_REGION'] ?? 'us-east-1'
  const ofPod = keepUntilEnd(async () => {
    const { AWS_ROLE_ARN: role = '', AWS_WEB_IDENTITY_TOKEN_FILE: file = '', AWS_ROLE_SESSION_NAME: session = 'portico' } = env
    // The file is replaced while the pod runs.
    const token = (await readFile(file, 'utf8')).trim()
    const form = { Action: 'AssumeRoleWithWebIdentity', RoleArn: role, RoleSessionName: session, WebIdentityToken: token }
    return askSts(form, { region, env })
  })
  const ofRole = keepUntilEnd(async () => {
    const keys = await own()
    const { roleArn = '', externalId } = entry
    const form = {
      Action: 'AssumeRole',
      RoleArn: roleArn,
      RoleSessionName: 'portico',
      ...(externalId !== undefined && { ExternalId: externalId }),
    }
    return askSts(form, { region, env, keys })
  })

  async function own(): Promise<AwsKeys | undefined> {
    if (entry.accessKeyId !== undefined && entry.secretAccessKey !== undefined)
      return { accessKeyId: entry.accessKeyId, secretAccessKey: entry.secretAccessKey, sessionToken: entry.sessionToken }
    const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey, AWS_SESSION_TOKEN: sessionToken } = env
    if (accessKeyId && secretAccessKey) return { accessKeyId, secretAccessKey, sessionToken }
    return env['AWS_ROLE_ARN'] && env['AWS_WEB_IDENTITY_TOKEN_FILE'] ? ofPod() : undefined
  }

  return async (): Promise<AwsKeys | undefined> => (entry.roleArn !== undefined && (await own()) ? ofRole() : own())
}

/** Callers at the same time share one request, and those after it its answer. */
function keepUntilEnd(load: () => Promise<EndingKeys>): () => Promise<AwsKeys> {
  let known: { readonly keys: Promise<EndingKeys>; until: number } | undefined
  return () => {
    if (known && known.until > Date.now()) return known.keys
    const loaded = { keys: load(), until: Number.POSITIVE_INFINITY }
    known = loaded
    loaded.keys.then(
      ({ until }) => (loaded.until = until - marginMs),
      () => (known = undefined),
    )
    return loaded.keys
  }
}

/** The service that gives keys for a role, which end after an hour. */
async function askSts(
  form: Readonly<Record<string, string>> & { readonly Action: string; readonly RoleArn: string },
  { region, env, keys }: { readonly region: string; readonly env: AwsEnvironment; readonly keys?: AwsKeys | undefined },
): Promise<EndingKeys> {
  const url = new URL(env['AWS_ENDPOINT_URL_STS'] ?? `https://sts.${region}.amazonaws.com/`)
  const body = new URLSearchParams({ Version: '2011-06-15', ...form }).toString()
  const plain = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' }
  const headers = keys ? await signRequest({ url, service: 'sts', region, method: 'POST', body, headers: plain }, keys) : plain
  const request = createGuardedRequest({ allow: [{ host: url.host }], timeoutMs: 20_000, maxBytes: 2 ** 20 })
  const { answer } = await request(url, { method: 'POST', body: Buffer.from(body), headers: () => headers, isAnyStatusRead: true })
  if (answer.status !== 200)
    throw sourceUnreadable(`The role ${form.RoleArn} could not be assumed: ${url.host} answered with status ${answer.status}`)
  return toKeys(JSON.parse(String(answer.bytes)), form.Action)
}

function toKeys(body: unknown, action: string): EndingKeys {
  type Answer = Readonly<Record<string, Readonly<Record<string, { readonly Credentials?: Readonly<Record<string, string | number>> }>>>>
  const { AccessKeyId, SecretAccessKey, SessionToken, Expiration } =
    (body as Answer)[`${action}Response`]?.[`${action}Result`]?.Credentials ?? {}
  if (AccessKeyId === undefined || SecretAccessKey === undefined)
    throw sourceUnreadable('The security token service of AWS answered without keys')
  const end = typeof Expiration === 'number' ? Expiration * 1000 : Date.parse(String(Expiration))
  return {
    accessKeyId: String(AccessKeyId),
    secretAccessKey: String(SecretAccessKey),
    ...(SessionToken !== undefined && { sessionToken: String(SessionToken) }),
    until: Number.isNaN(end) ? Date.now() + defaultLifetimeMs : end,
  }
}

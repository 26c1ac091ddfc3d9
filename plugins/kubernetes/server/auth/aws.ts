import { createAwsSigning } from '@portico/integrations/server'
import { createGuardedRequest } from '@portico/core/server/outbound'
import { readFile } from 'node:fs/promises'
import { credentialsMissing } from '../errors.ts'
import type { AuthProvider, Environment } from './auth-provider.ts'

const lifetimeSeconds = 60
// The cluster accepts a token for 15 minutes after it was signed.
const reuseMs = 10 * 60_000
const marginMs = 5 * 60_000
const maxSignings = 100

interface Keys {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken: string
  readonly until: number
}

/** Tokens for EKS: a signed request to STS that says who one is, which the cluster sends there itself. */
export function createAwsAuth(env: Environment): AuthProvider {
  const signings = new Map<string, ReturnType<typeof createAwsSigning>>()
  const tokens = new Map<string, { readonly value: string; readonly until: number }>()
  let pod: Promise<Keys> | undefined
  let podUntil = 0

  /** The keys of the pod's own role, where it has one; the file is replaced while the pod runs. */
  async function environment(): Promise<Environment> {
    const { AWS_ROLE_ARN: roleArn, AWS_WEB_IDENTITY_TOKEN_FILE: file, AWS_ACCESS_KEY_ID: key } = env
    if (key || !roleArn || !file) return env
    if (!pod || podUntil < Date.now()) {
      podUntil = Number.POSITIVE_INFINITY
      pod = byWebIdentity(env, roleArn, file)
      pod.then(
        ({ until }) => (podUntil = until - marginMs),
        () => (pod = undefined),
      )
    }
    const { accessKeyId, secretAccessKey, sessionToken } = await pod
    return { ...env, AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey, AWS_SESSION_TOKEN: sessionToken }
  }

  return async ({ cluster, isRefused }) => {
    const { authMetadata: given } = cluster
    const clusterId = given['kubernetes.io/x-k8s-aws-id'] ?? cluster.name
    const roleArn = given['kubernetes.io/aws-assume-role']
    const externalId = given['kubernetes.io/aws-external-id']
    const tokenKey = JSON.stringify([clusterId, roleArn, externalId])
    const known = tokens.get(tokenKey)
    if (known && known.until > Date.now() && !isRefused) return known.value
    const keys = await environment()
    const signingKey = JSON.stringify([roleArn, externalId, keys['AWS_ACCESS_KEY_ID']])
    let signing = signings.get(signingKey)
    if (!signing) {
      // Keys of a pod are replaced every hour.
      if (signings.size >= maxSignings) signings.clear()
      const entry = { ...(roleArn !== undefined && { roleArn }), ...(externalId !== undefined && { externalId }) }
      signings.set(signingKey, (signing = createAwsSigning(entry, keys)))
    }
    const region = keys['AWS_REGION'] ?? keys['AWS_DEFAULT_REGION'] ?? 'us-east-1'
    const url = new URL(`https://sts.${region}.amazonaws.com/?Action=GetCallerIdentity&Version=2011-06-15&X-Amz-Expires=${lifetimeSeconds}`)
    const signed = await signing.presigned({ url, service: 'sts', region, headers: { 'x-k8s-aws-id': clusterId } })
    if (signed === undefined)
      throw credentialsMissing(
        'There are no credentials for AWS: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or run the portal with a role',
      )
    const value = `k8s-aws-v1.${Buffer.from(signed).toString('base64url')}`
    tokens.set(tokenKey, { value, until: Date.now() + reuseMs })
    return value
  }
}

async function byWebIdentity(env: Environment, roleArn: string, file: string): Promise<Keys> {
  const region = env['AWS_REGION'] ?? 'us-east-1'
  const url = new URL(env['AWS_ENDPOINT_URL_STS'] ?? `https://sts.${region}.amazonaws.com/`)
  const form = new URLSearchParams({
    Action: 'AssumeRoleWithWebIdentity',
    Version: '2011-06-15',
    RoleArn: roleArn,
    RoleSessionName: env['AWS_ROLE_SESSION_NAME'] ?? 'portico',
    WebIdentityToken: (await readFile(file, 'utf8')).trim(),
  })
  const request = createGuardedRequest({ allow: [{ host: url.host }], timeoutMs: 20_000, maxBytes: 2 ** 20 })
  const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' }
  const { answer } = await request(url, {
    method: 'POST',
    body: Buffer.from(form.toString()),
    headers: () => headers,
    isAnyStatusRead: true,
  })
  if (answer.status !== 200)
    throw credentialsMissing(`The role ${roleArn} could not be assumed: ${url.host} answered with status ${answer.status}`)
  const body = JSON.parse(String(answer.bytes)) as {
    AssumeRoleWithWebIdentityResponse?: { AssumeRoleWithWebIdentityResult?: { Credentials?: Record<string, string | number> } }
  }
  const found = body.AssumeRoleWithWebIdentityResponse?.AssumeRoleWithWebIdentityResult?.Credentials ?? {}
  const expiration = found['Expiration']
  const until = typeof expiration === 'number' ? expiration * 1000 : Date.parse(String(expiration))
  return {
    accessKeyId: String(found['AccessKeyId']),
    secretAccessKey: String(found['SecretAccessKey']),
    sessionToken: String(found['SessionToken']),
    until: Number.isNaN(until) ? Date.now() + 3_600_000 : until,
  }
}

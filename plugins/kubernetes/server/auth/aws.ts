import { createAwsSigning } from '@portico/integrations/server'
import { credentialsMissing } from '../errors.ts'
import type { AuthProvider, Environment } from './auth-provider.ts'

const lifetimeSeconds = 60
// The cluster accepts a token for 15 minutes after it was signed.
const reuseMs = 10 * 60_000

/** Tokens for EKS: a signed request to STS that says who one is, which the cluster sends there itself. */
export function createAwsAuth(env: Environment): AuthProvider {
  const signings = new Map<string, ReturnType<typeof createAwsSigning>>()
  const tokens = new Map<string, { readonly value: string; readonly until: number }>()

  return async ({ cluster, isRefused }) => {
    const { authMetadata: given } = cluster
    const clusterId = given['kubernetes.io/x-k8s-aws-id'] ?? cluster.name
    const roleArn = given['kubernetes.io/aws-assume-role']
    const externalId = given['kubernetes.io/aws-external-id']
    const tokenKey = JSON.stringify([clusterId, roleArn, externalId])
    const known = tokens.get(tokenKey)
    if (known && known.until > Date.now() && !isRefused) return known.value
    const signingKey = JSON.stringify([roleArn, externalId])
    let signing = signings.get(signingKey)
    if (!signing) {
      const entry = { ...(roleArn !== undefined && { roleArn }), ...(externalId !== undefined && { externalId }) }
      signings.set(signingKey, (signing = createAwsSigning(entry, env)))
    }
    const region = env['AWS_REGION'] ?? env['AWS_DEFAULT_REGION'] ?? 'us-east-1'
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

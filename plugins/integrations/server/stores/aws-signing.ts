import { createAwsKeys, type AwsEntry, type AwsEnvironment } from './aws-keys.ts'
import { presignUrl, signRequest, type AwsRequest } from './aws-request.ts'

export type { AwsEntry } from './aws-keys.ts'
export type { AwsRequest } from './aws-request.ts'

/** Signs requests to AWS with the keys of an entry, of the environment, of the pod's role, or of a role that they assume. */
export function createAwsSigning(entry: AwsEntry, env: AwsEnvironment = process.env) {
  const keys = createAwsKeys(entry, env)
  return {
    /** The headers of a signed request; without keys, requests go unsigned. */
    async headersFor(request: AwsRequest): Promise<Record<string, string>> {
      const found = await keys()
      return found ? signRequest(request, found) : { ...request.headers }
    },
    /** The user name and password with which git speaks to a repository of CodeCommit for some minutes; undefined without keys. */
    async gitLogin(url: URL, region: string): Promise<{ readonly username: string; readonly password: string } | undefined> {
      const found = await keys()
      if (!found) return undefined
      const { RequestSigner } = await import('aws4')
      const { accessKeyId, secretAccessKey, sessionToken } = found
      const request = { service: 'codecommit', region, host: url.host, method: 'GIT', path: url.pathname }
      const signer = new RequestSigner(request, { accessKeyId, secretAccessKey })
      const username = sessionToken === undefined ? accessKeyId : `${accessKeyId}%${sessionToken}`
      return { username, password: `${signer.getDateTime()}Z${signer.signature()}` }
    },
    /** An address that carries the signature itself; undefined without keys. */
    async presigned(request: Omit<AwsRequest, 'method' | 'body'>): Promise<string | undefined> {
      const found = await keys()
      return found && presignUrl(request, found)
    },
  }
}

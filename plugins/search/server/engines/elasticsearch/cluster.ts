import { AppError } from '@portico/core/common'
import type { Logger } from '@portico/core/server'
import { readWhole } from '@portico/core/server/outbound'
import { createAwsSigning } from '@portico/integrations/server'
import { isAwsAuth, nodeOfCloud, type ElasticsearchSection } from './config.ts'

/** What a cluster answered that it should not have. */
export class ClusterError extends Error {
  readonly status: number

  constructor(message: string, status: number, cause?: unknown) {
    super(message, { cause })
    this.status = status
  }
}

/** The answer of callers whose cluster is away: a fixed text, the reason is in the log. */
export function engineFailed(cause: unknown) {
  return new AppError('Error', 'The search engine could not answer. Try again in a moment', {
    code: 'search.engine-failed',
    status: 500,
    cause,
  })
}

export type Cluster = ReturnType<typeof createCluster>

/** Of what is asked for at once, a page of results or the report of a bulk request, this is many times the size. */
const maxAnswerBytes = 100 * 2 ** 20

/** Calls a cluster over HTTP. */
export function createCluster(settings: ElasticsearchSection, log: Logger, env: Environment = process.env) {
  const { requestTimeoutMs } = settings
  const node = settings.node ?? nodeOfCloud(settings.cloudId ?? '') ?? ''
  const authorize = settings.provider === 'aws' ? createSigning(node, settings, env) : createAuthorization(settings)

  async function send(method: string, path: string, body: string | undefined, type: string): Promise<unknown> {
    const url = `${node.replace(/\/$/, '')}${path}`
    const plain = { accept: 'application/json', ...(body !== undefined && { 'content-type': type }) }
    let response: Response
    try {
      response = await fetch(url, {
        method,
        headers: await authorize({ url: new URL(url), method, body: body ?? '', headers: plain }),
        ...(body !== undefined && { body }),
        signal: AbortSignal.timeout(requestTimeoutMs),
        redirect: 'error',
      })
    } catch (error) {
      throw new ClusterError(`${method} ${path} got no answer from the cluster: ${reasonOf(error)}`, 0, error)
    }
    const tooLarge = () => new ClusterError(`${method} ${path} was answered with more than ${maxAnswerBytes / 2 ** 20} MB`, 0)
    const text = (await readWhole(response, maxAnswerBytes, tooLarge)).toString('utf8')
    if (!response.ok)
      throw new ClusterError(`${method} ${path} was answered with ${response.status}: ${text.slice(0, 500)}`, response.status)
    return text === '' ? {} : JSON.parse(text)
  }

  return {
    call: <T>(method: string, path: string, body?: unknown): Promise<T> =>
      send(method, path, body === undefined ? undefined : JSON.stringify(body), 'application/json') as Promise<T>,
    /** The same; undefined where there is no such thing. */
    async find<T>(path: string): Promise<T | undefined> {
      try {
        return (await send('GET', path, undefined, '')) as T
      } catch (error) {
        if (error instanceof ClusterError && error.status === 404) return undefined
        throw error
      }
    },
    /** Lines of a bulk request. What exists already, or is gone already, is no failure. */
    async bulk(lines: readonly object[]): Promise<void> {
      if (lines.length === 0) return
      const body = lines.map(line => `${JSON.stringify(line)}\n`).join('')
      const { items = [] } = (await send('POST', '/_bulk', body, 'application/x-ndjson')) as { items?: Record<string, BulkItem>[] }
      const failed = items.flatMap(Object.values).filter(({ status }: BulkItem) => status >= 300 && status !== 404 && status !== 409)
      if (failed.length > 0) {
        log.warn({ failed: failed.length, first: failed[0] }, 'the cluster refused documents')
        throw new ClusterError(
          `The cluster refused ${failed.length} documents, such as: ${JSON.stringify((failed[0] as BulkItem).error).slice(0, 300)}`,
          400,
        )
      }
    },
  }
}

interface BulkItem {
  readonly status: number
  readonly error?: unknown
}

type Environment = Readonly<Record<string, string | undefined>>

interface Outgoing {
  readonly url: URL
  readonly method: string
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
}

/** Adds who asks to the headers of a request. */
type Authorize = (request: Outgoing) => Promise<Record<string, string>>

function createAuthorization({ auth }: ElasticsearchSection): Authorize {
  const authorization = authorizationOf(auth)
  return async ({ headers }) => ({ ...headers, ...(authorization !== undefined && { authorization }) })
}

function authorizationOf(auth: ElasticsearchSection['auth']): string | undefined {
  if (auth === undefined || isAwsAuth(auth)) return undefined
  if ('apiKey' in auth) return `ApiKey ${auth.apiKey}`
  if ('bearer' in auth) return `Bearer ${auth.bearer}`
  return `Basic ${Buffer.from(`${auth.username}:${auth.password}`).toString('base64')}`
}

/** Signatures of Amazon, over the whole request. */
function createSigning(node: string, { auth, service, region: given }: ElasticsearchSection, env: Environment): Authorize {
  const inAddress = /\.([a-z0-9-]+)\.(?:es|aoss)\.amazonaws\.com$/.exec(new URL(node).hostname)?.[1]
  const region = given ?? inAddress ?? env['AWS_REGION'] ?? env['AWS_DEFAULT_REGION'] ?? 'us-east-1'
  const signing = createAwsSigning({ region, ...(auth && isAwsAuth(auth) && auth) }, env)
  return async request => {
    const headers = await signing.headersFor({ ...request, service, region })
    if (headers['authorization'] === undefined)
      throw new Error('There are no credentials for AWS: write them in auth, set AWS_ACCESS_KEY_ID, or run the portal with a role')
    return headers
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? error.cause.message : error.message
}

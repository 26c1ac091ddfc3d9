import { inputError } from '@portico/core/common'
import type { ApiRequest, HostClient } from '../api/host-client.ts'
import { notOffered } from '../api/api-errors.ts'
import { basic, bearer, type CredentialHeader, type Credentials } from '../tokens/credentials.ts'
import type { HostSettings } from '../forges/forge.ts'
import type { IntegrationType } from '../integration.ts'
import type { Repositories, RepositoryRef, WriteOptions } from './repositories.ts'

/** The writing half of one kind of host. */
export type Writer = Omit<Repositories, 'call'>

export interface WriterDependencies {
  readonly api: HostClient
  readonly credentials: Credentials
  readonly settings: HostSettings
}

/** What a host does not offer, until it is given. */
export function notOffering(title: string): Writer {
  const refuse = (what: string) => () => Promise.reject(notOffered(title, what))
  return {
    get: refuse('repositories by its API'),
    create: refuse('to create repositories by its API'),
    branch: refuse('branches by its API'),
    createBranch: refuse('to create branches by its API'),
    commit: refuse('commits by its API: push with git'),
    openChangeRequest: refuse('pull requests by its API'),
    changeRequest: refuse('pull requests by its API'),
    findChangeRequest: refuse('pull requests by its API'),
    closeChangeRequest: refuse('pull requests by its API'),
    fork: refuse('forks by its API'),
    pushAccess: refuse('to push'),
  }
}

/** A token that a user gave, in the form that the host expects. */
export function userHeader(type: IntegrationType, token: string): CredentialHeader {
  if (type === 'gitea') return { name: 'authorization', value: `token ${token}` }
  // Personal access tokens of Azure are passwords; those of Microsoft Entra are JWTs.
  if (type === 'azure') return token.split('.').length === 3 ? bearer(token) : basic('', token)
  return bearer(token)
}

/** The options of a request on behalf of a user, or of the portal. */
export function requestOf(type: IntegrationType, { token, signal }: WriteOptions = {}): Pick<ApiRequest, 'authorization' | 'signal'> {
  if (token === undefined) return { signal }
  const { name, value } = userHeader(type, token)
  return { authorization: { [name]: value }, signal }
}

const gitUsers: Readonly<Partial<Record<IntegrationType, string>>> = {
  github: 'x-access-token',
  gitlab: 'oauth2',
  bitbucketCloud: 'x-token-auth',
  bitbucketServer: 'x-token-auth',
  azure: 'oauth2',
  harness: 'git',
}

/** The user name and password with which git uses a token that a user gave. */
export function userLogin(type: IntegrationType, token: string): { readonly username: string; readonly password: string } {
  return { username: gitUsers[type] ?? 'git', password: token }
}

/** The user name and password with which git pushes to an address. */
export async function pushLogin(
  { credentials, settings }: WriterDependencies,
  cloneUrl: string,
  { token }: WriteOptions = {},
  owner?: string,
): Promise<{ readonly username: string; readonly password: string }> {
  if (token !== undefined) return userLogin(settings.type, token)
  const { authorization = '' } = await credentials.git(new URL(cloneUrl), owner)
  const [scheme, value = ''] = authorization.split(' ')
  if (scheme === 'Bearer') return userLogin(settings.type, value)
  if (scheme !== 'Basic')
    throw inputError(`There are no credentials for ${settings.host} in integrations`, { code: 'integrations.no-credentials' })
  const login = Buffer.from(value, 'base64').toString()
  const colon = login.indexOf(':')
  return { username: login.slice(0, colon), password: login.slice(colon + 1) }
}

/** A field of the ref that the host needs. */
export function needed(ref: RepositoryRef, field: 'owner' | 'organization' | 'workspace' | 'project'): string {
  const value = ref[field]
  if (value === undefined || value === '')
    throw inputError(`Incomplete repository location provided, ${field} not provided`, { code: 'integrations.incomplete-repository' })
  return value
}

/** The answer, or undefined where the host says that there is none. */
export async function orUndefined<T>(run: Promise<T>): Promise<T | undefined> {
  try {
    return await run
  } catch (error) {
    if (error instanceof Error && error.name === 'NotFoundError') return undefined
    throw error
  }
}

/** Runs what is not essential: that it failed is a warning. */
export async function orWarning(warnings: string[], what: string, run: () => Promise<unknown>): Promise<void> {
  try {
    await run()
  } catch (error) {
    warnings.push(`${what}: ${error instanceof Error ? error.message : String(error)}`)
  }
}

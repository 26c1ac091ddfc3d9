import { parseJson } from '@portico/core/common'
import { checkGit } from '../commands/check-git.ts'
import type { Hosts } from './create-hosts.ts'
import type { HostSettings } from '../forges/forge.ts'
import type { HostCheck } from './host-check.ts'

export interface CheckOptions {
  readonly signal?: AbortSignal | undefined
  /** The address of a repository, for hosts with plain git. */
  readonly repository?: string | undefined
}

interface Probe {
  /** Below the base of the API. */
  readonly path: string
  /** The scopes that the answer tells. */
  readonly scopesOf?: (headers: Readonly<Record<string, string | string[] | undefined>>, body: unknown) => readonly string[] | undefined
  /** Each is fulfilled by any of its alternatives. */
  readonly needed?: readonly (readonly string[])[]
}

const ofHeader: Probe['scopesOf'] = headers => {
  const { 'x-oauth-scopes': scopes } = headers
  return typeof scopes === 'string'
    ? scopes
        .split(',')
        .map(each => each.trim())
        .filter(Boolean)
    : undefined
}

const probes: Readonly<Record<string, (settings: HostSettings) => readonly Probe[]>> = {
  github: () => [
    {
      path: '/rate_limit',
      scopesOf: ofHeader,
      needed: [
        ['repo', 'public_repo'],
        ['read:org', 'admin:org', 'write:org'],
      ],
    },
  ],
  gitlab: () => [
    {
      path: '/personal_access_tokens/self',
      scopesOf: (_headers, body) => (body as { scopes?: string[] } | undefined)?.scopes,
      needed: [
        ['read_api', 'api'],
        ['read_repository', 'api', 'write_repository'],
      ],
    },
  ],
  bitbucketCloud: () => [{ path: '/user', scopesOf: ofHeader, needed: [['repository', 'repository:write', 'repository:admin']] }],
  bitbucketServer: () => [{ path: '/projects?limit=1' }],
  gitea: () => [{ path: '/user' }],
  gerrit: () => [{ path: '/a/accounts/self' }],
  azure({ entry }) {
    const { credentials = [] } = entry as { credentials?: readonly { organizations?: readonly string[] }[] }
    return credentials
      .flatMap(({ organizations = [] }) => organizations)
      .map(name => ({ path: `/${encodeURIComponent(name)}/_apis/projects?$top=1&api-version=6.0` }))
  },
}

/** Asks a host something harmless with the credentials of the config. */
export async function checkHost(hosts: Hosts, settings: HostSettings, { signal, repository }: CheckOptions = {}): Promise<HostCheck> {
  const { host, type, apiBaseUrl } = settings
  const nothing = { host, scopes: [], missingScopes: [] }
  if (!hosts.hasCredentials(settings))
    return { ...nothing, isFine: undefined, message: 'There are no credentials for it: only what is public is read' }
  if (type === 'git') return checkGit(hosts, settings, { repository, signal })
  const asked = probes[type]?.(settings) ?? []
  if (asked.length === 0 || apiBaseUrl === undefined)
    return {
      ...nothing,
      isFine: undefined,
      message: 'It has no call by which credentials could be checked; they are used when something is read',
    }
  let result: HostCheck = { ...nothing, isFine: true, message: 'The credentials are accepted' }
  for (const probe of asked) {
    result = await runProbe(hosts, `${apiBaseUrl}${probe.path}`, probe, host, signal)
    if (!result.isFine) return result
  }
  return result
}

async function runProbe(
  hosts: Hosts,
  url: string,
  { scopesOf, needed = [] }: Probe,
  host: string,
  signal?: AbortSignal,
): Promise<HostCheck> {
  try {
    const answer = await hosts.api.get(url, { signal })
    const scopes = scopesOf?.(answer.headers, parseJson(String(answer.bytes).replace(/^\)\]\}'\r?\n/, ''))) ?? []
    const missing = scopes.length === 0 ? [] : needed.filter(any => !any.some(each => scopes.includes(each))).map(any => any[0] ?? '')
    const message = missing.length === 0 ? 'The credentials are accepted' : `The credentials are accepted, but lack ${missing.join(', ')}`
    return { host, isFine: missing.length === 0, message, scopes, missingScopes: missing }
  } catch (error) {
    return { host, isFine: false, message: error instanceof Error ? error.message : String(error), scopes: [], missingScopes: [] }
  }
}

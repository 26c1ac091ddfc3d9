import type { Hosts } from '../hosts/create-hosts.ts'
import type { HostSettings } from '../forges/forge.ts'
import { originOf, trimmed } from '../hosts/host-address.ts'
import type { HostCheck } from '../hosts/host-check.ts'

type Service = 'git-upload-pack' | 'git-receive-pack'

/**
 * Asks a host with plain git for the refs of a repository, to read and to push. Without a repository only a refusal says something: the
 * host has no other call.
 */
export async function checkGit(
  hosts: Hosts,
  { host }: HostSettings,
  { repository, signal }: { readonly repository?: string | undefined; readonly signal?: AbortSignal | undefined } = {},
): Promise<HostCheck> {
  const place = trimmed(repository ?? originOf(host))

  async function ask(service: Service): Promise<'yes' | 'refused' | number> {
    const { status, headers } = await hosts.api.call(`${place}/info/refs`, { query: { service }, signal })
    if (status === 401 || status === 403) return 'refused'
    return headers['content-type'] === `application/x-${service}-advertisement` ? 'yes' : status
  }

  const verdict = (isFine: boolean | undefined, message: string): HostCheck => ({ host, isFine, message, scopes: [], missingScopes: [] })
  try {
    const reading = await ask('git-upload-pack')
    if (reading === 'refused') return verdict(false, `The credentials are refused${repository === undefined ? '' : ` for ${place}`}`)
    if (reading !== 'yes')
      return repository === undefined
        ? verdict(undefined, `Only a repository shows whether the credentials work: integrations check ${place}/team/repository.git`)
        : verdict(false, `${place} was not found, or these credentials may not read it (status ${reading})`)
    const pushing = await ask('git-receive-pack')
    return verdict(true, `The credentials are accepted: they may read${pushing === 'yes' ? ' and push' : ', and not push'}`)
  } catch (error) {
    return verdict(false, error instanceof Error ? error.message : String(error))
  }
}

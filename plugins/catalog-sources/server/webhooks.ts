import { encodePathSegments } from './path-segments.ts'

/** What a webhook means for the catalog. */
export interface Delivery {
  readonly host: string
  /** Addresses of files that are read again. */
  readonly targets: readonly string[]
  /** Whether repositories, people or teams came, went or changed, so that the list has to be read again. */
  readonly isListChanged: boolean
}

interface Push {
  /** The page of the repository. */
  readonly url: string
  readonly branch: string
  readonly files: readonly string[]
}

type Json = Readonly<Record<string, unknown>>
type Read = (body: Json, metadata: Readonly<Record<string, string>>) => Delivery | undefined

const at = (value: unknown, ...keys: readonly string[]): unknown =>
  keys.reduce<unknown>((inner, key) => (typeof inner === 'object' && inner !== null ? (inner as Json)[key] : undefined), value)
const text = (value: unknown, ...keys: readonly string[]): string => {
  const found = at(value, ...keys)
  return typeof found === 'string' ? found : ''
}
const list = (value: unknown, ...keys: readonly string[]): readonly unknown[] => {
  const found = at(value, ...keys)
  return Array.isArray(found) ? found : []
}

/** The files that commits added, changed or removed. */
function filesOf(commits: readonly unknown[]): string[] {
  return [...new Set(commits.flatMap(commit => ['added', 'modified', 'removed'].flatMap(key => list(commit, key))))].filter(
    each => typeof each === 'string',
  )
}

const branchOf = (ref: string) => (ref.startsWith('refs/heads/') ? ref.slice('refs/heads/'.length) : undefined)

function pushed({ url, branch, files }: Push, forms: (branch: string, file: string) => readonly string[]): Delivery | undefined {
  if (!URL.canParse(url)) return undefined
  const targets = files.flatMap(file => forms(encodeURIComponent(branch), encodePathSegments(file)).map(form => `${url}${form}`))
  return { host: new URL(url).host, targets, isListChanged: false }
}

const listChanged = (url: string): Delivery | undefined =>
  URL.canParse(url) ? { host: new URL(url).host, targets: [], isListChanged: true } : undefined

const github: Read = (body, metadata) => {
  const event = metadata['x-github-event'] ?? ''
  const url = text(body, 'repository', 'html_url')
  const branch = branchOf(text(body, 'ref'))
  if (event === 'push' && branch !== undefined) {
    const form = (ref: string, file: string) => [`/blob/${ref}/${file}`, `/tree/${ref}/${file}`]
    return pushed({ url, branch, files: filesOf(list(body, 'commits')) }, form)
  }
  const isList = ['repository', 'organization', 'team', 'membership', 'member', 'installation', 'installation_repositories'].includes(event)
  return isList ? listChanged(url || text(body, 'organization', 'url').replace('//api.', '//') || 'https://github.com') : undefined
}

const gitea: Read = (body, metadata) => {
  const event = metadata['x-gitea-event'] ?? metadata['x-gogs-event'] ?? ''
  const url = text(body, 'repository', 'html_url')
  const branch = branchOf(text(body, 'ref'))
  if (event === 'push' && branch !== undefined)
    return pushed({ url, branch, files: filesOf(list(body, 'commits')) }, (ref, file) => [`/src/branch/${ref}/${file}`])
  return event === 'repository' ? listChanged(url) : undefined
}

const gitlab: Read = body => {
  const event = text(body, 'object_kind') || text(body, 'event_name')
  const url = text(body, 'project', 'web_url')
  const branch = branchOf(text(body, 'ref'))
  if (event === 'push' && branch !== undefined)
    return pushed({ url, branch, files: filesOf(list(body, 'commits')) }, (ref, file) => [
      `/-/blob/${ref}/${file}`,
      `/-/tree/${ref}/${file}`,
    ])
  const isList = /^(project|group|user)_|_(create|destroy|rename|transfer|update)$/.test(event)
  return isList ? listChanged(url || text(body, 'git_http_url') || text(body, 'project', 'git_http_url')) : undefined
}

const bitbucketCloud: Read = (body, metadata) => {
  const event = metadata['x-event-key'] ?? ''
  const url = text(body, 'repository', 'links', 'html', 'href')
  // Pushes name commits, not files: what is at the root is most often what matters.
  if (event === 'repo:push') {
    const branches = list(body, 'push', 'changes')
      .map(change => text(change, 'new', 'name'))
      .filter(Boolean)
    const targets = branches.map(branch => `${url}/src/${encodeURIComponent(branch)}/catalog-info.yaml`)
    return URL.canParse(url) ? { host: new URL(url).host, targets, isListChanged: false } : undefined
  }
  return /^repo:(created|deleted|transfer|updated|imported)/.test(event) ? listChanged(url) : undefined
}

const bitbucketServer: Read = (body, metadata) => {
  const event = metadata['x-event-key'] ?? ''
  const url = text(list(body, 'repository', 'links', 'self')[0], 'href').replace(/\/browse\/?$/, '')
  if (event !== 'repo:refs_changed') return /^(repo|project):/.test(event) ? listChanged(url) : undefined
  const targets = list(body, 'changes').flatMap(change => {
    const branch = text(change, 'ref', 'displayId')
    return [`${url}/browse/catalog-info.yaml`, `${url}/browse/catalog-info.yaml?at=${encodeURIComponent(branch)}`]
  })
  return URL.canParse(url) ? { host: new URL(url).host, targets, isListChanged: false } : undefined
}

const azureDevOps: Read = body => {
  const event = text(body, 'eventType')
  const url = text(body, 'resource', 'repository', 'remoteUrl').replace(/^(https?:\/\/)[^@/]+@/, '$1')
  if (event.startsWith('git.repo.')) return listChanged(url || text(body, 'resourceContainers', 'account', 'baseUrl'))
  if (event !== 'git.push' || !URL.canParse(url)) return undefined
  const branches = list(body, 'resource', 'refUpdates').flatMap(update => branchOf(text(update, 'name')) ?? [])
  const targets = branches.flatMap(branch => [
    `${url}?path=/catalog-info.yaml`,
    `${url}?path=/catalog-info.yaml&version=GB${encodeURIComponent(branch)}`,
  ])
  return { host: new URL(url).host, targets, isListChanged: false }
}

const readers: Readonly<Record<string, Read>> = { github, gitea, gitlab, bitbucketCloud, bitbucketServer, azureDevOps }

/** What a delivery of a host means; undefined for what does not concern the catalog, and for what is no delivery at all. */
export function toDelivery(topic: string, body: unknown, metadata: Readonly<Record<string, string>>): Delivery | undefined {
  return typeof body === 'object' && body !== null ? readers[topic]?.(body as Json, metadata) : undefined
}

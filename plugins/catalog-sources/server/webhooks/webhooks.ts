import { encodePathSegments } from './path-segments.ts'
import type { CommitRange } from './pushed-files.ts'

/** What a webhook means for the catalog. */
export interface Delivery {
  readonly host: string
  /** Addresses of files that are read again. */
  readonly targets: readonly string[]
  /** Pushes whose files have to be asked for. */
  readonly ranges: readonly CommitRange[]
  /** Files that pushes brought or took away. */
  readonly moved: readonly string[]
  /** Whether repositories, people or teams came, went or changed, so that the list has to be read again. */
  readonly isListChanged: boolean
}

interface Push {
  /** The page of the repository. */
  readonly url: string
  readonly branch: string
  readonly commits: readonly unknown[]
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
function filesOf(commits: readonly unknown[], keys: readonly string[] = ['added', 'modified', 'removed']): string[] {
  return [...new Set(commits.flatMap(commit => keys.flatMap(key => list(commit, key))))].filter(each => typeof each === 'string')
}

const branchOf = (ref: string) => (ref.startsWith('refs/heads/') ? ref.slice('refs/heads/'.length) : undefined)

function pushed({ url, branch, commits }: Push, forms: (branch: string, file: string) => readonly string[]): Delivery | undefined {
  if (!URL.canParse(url)) return undefined
  const targets = filesOf(commits).flatMap(file => forms(encodeURIComponent(branch), encodePathSegments(file)).map(form => `${url}${form}`))
  return { host: new URL(url).host, targets, ranges: [], moved: filesOf(commits, ['added', 'removed']), isListChanged: false }
}

/** A push that names commits only. */
function ranged(url: string, ranges: readonly Omit<CommitRange, 'url'>[]): Delivery | undefined {
  if (!URL.canParse(url)) return undefined
  return { host: new URL(url).host, targets: [], ranges: ranges.map(range => ({ ...range, url })), moved: [], isListChanged: false }
}

/** A commit; undefined for none, which hosts write as zeros, and for what is no commit. */
const commitOf = (value: string) => (/^(?!0+$)[0-9a-f]{7,64}$/.test(value) ? value : undefined)

const listChanged = (url: string): Delivery | undefined =>
  URL.canParse(url) ? { host: new URL(url).host, targets: [], ranges: [], moved: [], isListChanged: true } : undefined

const github: Read = (body, metadata) => {
  const event = metadata['x-github-event'] ?? ''
  const url = text(body, 'repository', 'html_url')
  const branch = branchOf(text(body, 'ref'))
  if (event === 'push' && branch !== undefined) {
    const form = (ref: string, file: string) => [`/blob/${ref}/${file}`, `/tree/${ref}/${file}`]
    return pushed({ url, branch, commits: list(body, 'commits') }, form)
  }
  const isList = ['repository', 'organization', 'team', 'membership', 'member', 'installation', 'installation_repositories'].includes(event)
  return isList ? listChanged(url || text(body, 'organization', 'url').replace('//api.', '//') || 'https://github.com') : undefined
}

const gitea: Read = (body, metadata) => {
  const event = metadata['x-gitea-event'] ?? metadata['x-gogs-event'] ?? ''
  const url = text(body, 'repository', 'html_url')
  const branch = branchOf(text(body, 'ref'))
  if (event === 'push' && branch !== undefined)
    return pushed({ url, branch, commits: list(body, 'commits') }, (ref, file) => [`/src/branch/${ref}/${file}`])
  return event === 'repository' ? listChanged(url) : undefined
}

const gitlab: Read = (body, metadata) => {
  const event = text(body, 'object_kind') || text(body, 'event_name')
  const url = text(body, 'project', 'web_url')
  const branch = branchOf(text(body, 'ref'))
  if (event === 'push' && branch !== undefined)
    return pushed({ url, branch, commits: list(body, 'commits') }, (ref, file) => [`/-/blob/${ref}/${file}`, `/-/tree/${ref}/${file}`])
  const isList = /^(project|group|user)_|_(create|destroy|rename|transfer|update)$/.test(event)
  // Most hooks of the system name no address, but all have that of the instance in a header.
  const instance = metadata['x-gitlab-instance'] ?? ''
  return isList ? listChanged(url || text(body, 'git_http_url') || text(body, 'project', 'git_http_url') || instance) : undefined
}

const bitbucketCloud: Read = (body, metadata) => {
  const event = metadata['x-event-key'] ?? ''
  const url = text(body, 'repository', 'links', 'html', 'href')
  if (event === 'repo:push') {
    const ranges = list(body, 'push', 'changes').flatMap(change => {
      const [branch, to] = [text(change, 'new', 'name'), commitOf(text(change, 'new', 'target', 'hash'))]
      return branch === '' || to === undefined
        ? []
        : [{ type: 'bitbucketCloud' as const, branch, from: commitOf(text(change, 'old', 'target', 'hash')), to }]
    })
    return ranged(url, ranges)
  }
  return /^repo:(created|deleted|transfer|updated|imported)/.test(event) ? listChanged(url) : undefined
}

const bitbucketServer: Read = (body, metadata) => {
  const event = metadata['x-event-key'] ?? ''
  const url = text(list(body, 'repository', 'links', 'self')[0], 'href').replace(/\/browse\/?$/, '')
  if (event !== 'repo:refs_changed') return /^(repo|project):/.test(event) ? listChanged(url) : undefined
  const ranges = list(body, 'changes').flatMap(change => {
    const [branch, to] = [text(change, 'ref', 'displayId'), commitOf(text(change, 'toHash'))]
    return to === undefined ? [] : [{ type: 'bitbucketServer' as const, branch, from: commitOf(text(change, 'fromHash')), to }]
  })
  return ranged(url, ranges)
}

const azureDevOps: Read = body => {
  const event = text(body, 'eventType')
  const url = text(body, 'resource', 'repository', 'remoteUrl').replace(/^(https?:\/\/)[^@/]+@/, '$1')
  if (event.startsWith('git.repo.')) return listChanged(url || text(body, 'resourceContainers', 'account', 'baseUrl'))
  if (event !== 'git.push') return undefined
  const ranges = list(body, 'resource', 'refUpdates').flatMap(update => {
    const [branch, to] = [branchOf(text(update, 'name')), commitOf(text(update, 'newObjectId'))]
    return branch === undefined || to === undefined
      ? []
      : [{ type: 'azure' as const, branch, from: commitOf(text(update, 'oldObjectId')), to }]
  })
  return ranged(url, ranges)
}

const rangeForms: Readonly<Record<CommitRange['type'], (branch: string, file: string) => readonly string[]>> = {
  bitbucketCloud: (branch, file) => [`/src/${branch}/${file}`],
  bitbucketServer: (branch, file) => [`/browse/${file}`, `/browse/${file}?at=${branch}`],
  azure: (branch, file) => [`?path=/${file}`, `?path=/${file}&version=GB${branch}`],
}

/** The addresses of files that a push touched, in every form in which they may have been registered. */
export function targetsOfRange({ type, url, branch }: CommitRange, files: readonly string[]): string[] {
  const forms = rangeForms[type]
  return files.flatMap(file => forms(encodeURIComponent(branch), encodePathSegments(file)).map(form => `${url}${form}`))
}

const readers: Readonly<Record<string, Read>> = { github, gitea, gitlab, bitbucketCloud, bitbucketServer, azureDevOps }

/** What a delivery of a host means; undefined for what does not concern the catalog, and for what is no delivery at all. */
export function toDelivery(topic: string, body: unknown, metadata: Readonly<Record<string, string>>): Delivery | undefined {
  return typeof body === 'object' && body !== null ? readers[topic]?.(body as Json, metadata) : undefined
}

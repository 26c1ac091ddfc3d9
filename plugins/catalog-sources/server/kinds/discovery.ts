import type { Entity } from '@portico/catalog/common'
import { parseCodeowners } from '@portico/integrations/common'
import path from 'node:path'
import { z } from 'zod'
import { pattern } from './pattern.ts'
import { managedBy, toEntityName, toLocation, toTag } from '../sources/entity-names.ts'
import type { Found, Skipped } from '../sources/found.ts'
import type { FindContext } from '../sources/source.ts'

/** A repository as discovery sees it, whatever the host. */
export interface FoundRepository {
  /** For people: `acme/web`. */
  readonly fullName: string
  readonly name: string
  /** The page of the repository. */
  readonly url: string
  /** Undefined: it is empty. */
  readonly defaultBranch: string | undefined
  readonly isArchived?: boolean | undefined
  readonly isFork?: boolean | undefined
  readonly visibility?: string | undefined
  readonly topics?: readonly string[] | undefined
  readonly language?: string | undefined
  readonly description?: string | undefined
  /** Undefined: not looked. */
  readonly hasDescriptor?: boolean | undefined
  readonly codeowners?: string | undefined
  /** When something was last pushed, in the words of the host. Undefined: the host does not tell. */
  readonly changedAt?: string | undefined
  /** `github.com/project-slug`: the annotation that names the repository, and its value. */
  readonly slug?: readonly [annotation: string, value: string] | undefined
}

export const repositoryFilters = z.object({
  branch: z.string().min(1).exactOptional().describe('The branch that is read; the default one of each repository by default'),
  repository: pattern.exactOptional().describe('A regular expression for names'),
  topic: z.object({ include: z.array(z.string()).exactOptional(), exclude: z.array(z.string()).exactOptional() }).exactOptional(),
  visibility: z.array(z.string()).exactOptional(),
  allowForks: z.boolean().default(true),
  allowArchived: z.boolean().default(false),
})

/** What becomes of repositories without a descriptor. */
export const withoutDescriptor = z.object({
  enabled: z.boolean().default(false).describe('Whether an entity is proposed for them'),
  type: z.string().min(1).default('service'),
  lifecycle: z.string().min(1).default('unknown'),
  owner: z.string().min(1).default('unknown').describe('Where CODEOWNERS names none'),
})

export interface DiscoverySettings {
  readonly catalogPath: string
  readonly filters?: Partial<z.output<typeof repositoryFilters>> | undefined
  readonly withoutDescriptor?: z.output<typeof withoutDescriptor> | undefined
  /** The address of a file of a repository. */
  readonly targetOf: (repository: FoundRepository, branch: string, file: string) => string
  /** Where the host looks for CODEOWNERS, in its order. */
  readonly codeownersAt?: readonly string[] | undefined
  /** What costs a request for each repository, and is needed for proposals only: its language. */
  readonly detailsOf?: ((repository: FoundRepository, context: FindContext) => Promise<Partial<FoundRepository>>) | undefined
}

export function isPattern(catalogPath: string): boolean {
  return /[*?[{]/.test(catalogPath)
}

/** The path of the descriptor from the root of its repository. */
export function toDescriptorPath(catalogPath: string): string {
  return catalogPath.replace(/^\/+/, '')
}

/** Locations for the repositories that pass the filters, and proposals for those without a descriptor, where config asks for them. */
export function toEntities(repositories: readonly FoundRepository[], settings: DiscoverySettings): Found {
  const entities: Entity[] = []
  const skipped: Skipped[] = []
  const file = toDescriptorPath(settings.catalogPath)
  for (const repository of repositories) {
    const branch = settings.filters?.branch ?? repository.defaultBranch
    const why = reasonAgainst(repository, settings.filters ?? {}) ?? (branch === undefined ? 'it is empty' : undefined)
    if (why !== undefined || branch === undefined) skipped.push({ what: repository.fullName, why: why ?? 'it is empty' })
    else if (repository.hasDescriptor !== false) entities.push(toLocation(settings.targetOf(repository, branch, file)))
    else if (settings.withoutDescriptor?.enabled) entities.push(propose(repository, settings.withoutDescriptor))
    else skipped.push({ what: repository.fullName, why: `it has no ${file}` })
  }
  return { entities, skipped }
}

/** Why filters leave a repository out; undefined where they do not. */
export function reasonAgainst(repository: FoundRepository, filters: NonNullable<DiscoverySettings['filters']>): string | undefined {
  const { repository: wanted, topic, visibility, allowForks = true, allowArchived = false } = filters
  const topics = repository.topics ?? []
  if (wanted !== undefined && !new RegExp(`^(?:${wanted})$`).test(repository.name)) return 'its name does not match filters.repository'
  if (!allowArchived && repository.isArchived) return 'it is archived'
  if (!allowForks && repository.isFork) return 'it is a fork'
  if (topic?.include && !topic.include.some(each => topics.includes(each))) return 'it has none of the topics of filters.topic.include'
  if (topic?.exclude?.some(each => topics.includes(each))) return 'it has a topic of filters.topic.exclude'
  if (visibility && !visibility.includes(repository.visibility ?? '')) return `its visibility is ${repository.visibility}`
  return undefined
}

/** An entity for a repository that says nothing about itself. That it is a guess is written on it. */
function propose(repository: FoundRepository, { type, lifecycle, owner }: z.output<typeof withoutDescriptor>): Entity {
  const tags = [repository.language, ...(repository.topics ?? [])].flatMap(each => (each === undefined ? [] : (toTag(each) ?? [])))
  const [annotation, slug] = repository.slug ?? []
  const annotations = managedBy(`url:${repository.url}`, {
    'backstage.io/view-url': repository.url,
    'backstage.io/source-location': `url:${repository.url}/`,
    'portico.io/proposed': 'true',
    ...(annotation !== undefined && { [annotation]: slug }),
  })
  return {
    apiVersion: 'backstage.io/v1alpha1',
    kind: 'Component',
    metadata: {
      name: toEntityName(repository.name),
      ...(repository.description && { description: repository.description }),
      annotations,
      tags: [...new Set(tags)],
    },
    spec: { type, lifecycle: repository.isArchived ? 'deprecated' : lifecycle, owner: ownerOf(repository.codeowners) ?? owner },
  }
}

/** The first owner of the whole repository that is a team or a user of the host. */
function ownerOf(codeowners: string | undefined): string | undefined {
  for (const owner of parseCodeowners(codeowners ?? '').ownersOf()) {
    const name = toEntityName(path.posix.basename(owner.replace(/^@/, '')))
    if (owner.startsWith('@') && name !== '') return owner.includes('/') ? `group:default/${name}` : `user:default/${name}`
  }
  return undefined
}

import { hash } from 'node:crypto'
import { isPattern, reasonAgainst, toDescriptorPath, toEntities, type DiscoverySettings, type FoundRepository } from './discovery.ts'
import type { Skipped } from '../sources/found.ts'
import { lookInto } from './look-into.ts'
import type { FindContext, Source } from '../sources/source.ts'

/** The repositories that a host lists, and those of them that the settings of the host leave out. */
export interface RepositoryList {
  readonly repositories: readonly FoundRepository[]
  readonly skipped?: readonly Skipped[]
}

/**
 * Discovery on any host, from the list of its repositories: locations, proposals where config asks for them, and what is left out and why.
 * Files are looked into only for proposals; while the list says that nothing was pushed, they are not looked into again.
 */
export function discover(
  settings: DiscoverySettings,
  list: (context: FindContext) => Promise<RepositoryList>,
): Pick<Source, 'find' | 'version' | 'descriptor'> {
  const isLooked = settings.withoutDescriptor?.enabled === true && !isPattern(settings.catalogPath)
  return {
    async find(context) {
      const { repositories, skipped = [] } = await list(context)
      const wanted = (each: FoundRepository) => reasonAgainst(each, settings.filters ?? {}) === undefined
      const known = isLooked
        ? new Map((await lookInto(repositories.filter(wanted), settings, context)).map(each => [each.fullName, each]))
        : undefined
      const found = toEntities(known ? repositories.map(each => known.get(each.fullName) ?? each) : repositories, settings)
      return { entities: found.entities, skipped: [...skipped, ...found.skipped] }
    },
    ...(isLooked && { descriptor: toDescriptorPath(settings.catalogPath) }),
    ...(isLooked && { version: async (context: FindContext) => versionOf((await list(context)).repositories) }),
  }
}

/** Differs whenever the list does; undefined where it does not tell when repositories changed. */
export function versionOf(repositories: readonly FoundRepository[]): string | undefined {
  if (repositories.some(({ changedAt, defaultBranch }) => changedAt === undefined && defaultBranch !== undefined)) return undefined
  return hash('sha256', JSON.stringify(repositories))
}

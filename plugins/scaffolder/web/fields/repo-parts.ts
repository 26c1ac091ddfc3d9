import type { RepoUrlParts } from '@portico/scaffolder/common'
import { textsOf } from '../form/json-fields.ts'

/** A part of a location that people give, besides the host. */
export type RepoPart = Exclude<keyof RepoUrlParts, 'host'>

const partsByPlatform: Readonly<Record<string, readonly RepoPart[]>> = {
  azure: ['organization', 'project', 'repo'],
  bitbucketCloud: ['workspace', 'project', 'repo'],
  bitbucketServer: ['project', 'repo'],
  gerrit: ['owner', 'workspace', 'repo'],
}

/** The parts that a platform needs. */
export function partsOf(platform: string | undefined): readonly RepoPart[] {
  return partsByPlatform[platform ?? ''] ?? ['owner', 'repo']
}

/** Whether a location is complete without a part. */
export function isOptional(platform: string | undefined, part: RepoPart): boolean {
  return platform === 'gerrit' && part === 'owner'
}

/** What the options allow for a part; empty: anything. */
export function allowedFor(part: RepoPart, options: Readonly<Record<string, unknown>>, platform: string | undefined): readonly string[] {
  if (part === 'owner') return textsOf(options['allowedOwners'])
  if (part === 'organization') return textsOf(options['allowedOrganizations'])
  if (part === 'project') return textsOf(options['allowedProjects'])
  if (part === 'repo') return textsOf(options['allowedRepos'])
  // A workspace of Bitbucket is what others call an owner.
  return platform === 'bitbucketCloud' ? textsOf(options['allowedOwners']) : []
}

/** The location with what is left to be chosen for the user: the first of what is allowed. */
export function completeParts(
  given: RepoUrlParts,
  { options, platform }: { readonly options: Readonly<Record<string, unknown>>; readonly platform: string | undefined },
): RepoUrlParts {
  const filled = partsOf(platform).flatMap(part => {
    const [first] = allowedFor(part, options, platform)
    return !given[part] && first !== undefined ? [[part, first] as const] : []
  })
  return { ...given, ...Object.fromEntries(filled) }
}

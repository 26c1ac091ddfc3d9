import type { LocationAnalysis, LocationRef } from '@portico/catalog/common'
import { inputError, notFoundError } from '@portico/core/common'
import { bytes, type Answer } from '@portico/core/server'
import type { Integration, Integrations } from '@portico/integrations/server'
import { Readable } from 'node:stream'
import type { Locations } from '../processing/read/locations.ts'
import { joinChunks, type Preview } from '../processing/process/preview.ts'

const slugHosts: Record<string, string> = {
  'github.com': 'github.com/project-slug',
  'gitlab.com': 'gitlab.com/project-slug',
  'bitbucket.org': 'bitbucket.org/project-slug',
  'dev.azure.com': 'dev.azure.com/project-slug',
}

/** Hosts whose addresses are those of repositories, in which files can be searched for. */
const repositoryHosts: readonly string[] = [
  'github',
  'gitlab',
  'bitbucketCloud',
  'bitbucketServer',
  'azure',
  'gitea',
  'gerrit',
  'harness',
] satisfies Integration['type'][]

const maxFiles = 100

interface Dependencies {
  readonly locations: Pick<Locations, 'dryRun' | 'list'>
  readonly integrations: Pick<Integrations, 'byUrl' | 'resolveUrl' | 'reading'>
}

/** Looks at a location: the entities that its file, or the files of its repository, hold; else a component to begin with, guessed from the address. */
export function createLocationAnalysis({ locations, integrations }: Dependencies) {
  return async ({ type, target }: LocationRef, filename = 'catalog-info.yaml'): Promise<LocationAnalysis | Answer<LocationAnalysis>> => {
    if (!URL.canParse(target) || !/^https?:$/.test(new URL(target).protocol))
      throw inputError(`'${target}' is not a web address`, { code: 'catalog.invalid-location' })
    const files = type === 'git' || /\.ya?ml$/i.test(target) ? [target] : await filesIn(type, target, filename)
    const registered = new Set((await locations.list()).map(location => location.target))
    const found = await Promise.all(files.map(file => entitiesAt({ type, target: file }, registered.has(file))))
    const chunks = found.flatMap(each => each?.chunks ?? [])
    if (chunks.length === 0) return { existingEntityFiles: [], generateEntities: [{ entity: guess(new URL(target)), fields: [] }] }
    return bytes<LocationAnalysis>(Readable.from(joinChunks('{"existingEntityFiles":[', { chunks }, '],"generateEntities":[]}')))
  }

  /** The files of that name below a folder of a repository; of any other address the file that would be directly in it. */
  async function filesIn(type: string, folder: string, filename: string): Promise<readonly string[]> {
    const name = filename.replace(/^\/+/, '')
    if (!repositoryHosts.includes(integrations.byUrl(folder)?.type ?? '')) return [`${folder.replace(/\/+$/, '')}/${name}`]
    try {
      const reading = await integrations.reading()
      const found = await reading.search(type, integrations.resolveUrl(`./**/${name}`, folder), {})
      return found.notModified ? [] : found.targets.toSorted(byDepth).slice(0, maxFiles)
    } catch (error) {
      if (isMissing(error)) return []
      throw error
    }
  }

  /** Undefined when there is no such file; errors in a file that exists are thrown as they are. */
  async function entitiesAt(location: LocationRef, isRegistered: boolean): Promise<Preview | undefined> {
    const opening = JSON.stringify({ location, isRegistered }).slice(0, -1)
    try {
      return (await locations.dryRun(location, { around: [`${opening},"entity":`, '}'], isWithoutRoot: true })).entities
    } catch (error) {
      if (isMissing(error)) return undefined
      throw error
    }
  }
}

/** Those at the top of a repository first. */
function byDepth(one: string, other: string): number {
  return one.split('/').length - other.split('/').length || (one < other ? -1 : 1)
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && (error.name === notFoundError('').name || /NotFoundError|\b404\b/.test(error.message))
}

function guess({ hostname, pathname }: URL) {
  const [owner, repository = owner] = pathname.split('/').filter(Boolean)
  const name = (repository ?? hostname).replace(/\.git$/, '')
  const slug = slugHosts[hostname]
  return {
    apiVersion: 'backstage.io/v1alpha1',
    kind: 'Component',
    metadata: { name, ...(slug !== undefined && owner !== undefined && { annotations: { [slug]: `${owner}/${name}` } }) },
    spec: { type: 'other', lifecycle: 'unknown' },
  }
}

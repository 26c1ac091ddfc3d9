import type { LocationAnalysis, LocationRef } from '@portico/catalog/common'
import { inputError, notFoundError } from '@portico/core/common'
import { bytes, type Answer } from '@portico/core/server'
import { Readable } from 'node:stream'
import type { Locations } from '../processing/read/locations.ts'
import { joinPieces, type Preview } from '../processing/process/preview.ts'

const slugHosts: Record<string, string> = {
  'github.com': 'github.com/project-slug',
  'gitlab.com': 'gitlab.com/project-slug',
  'bitbucket.org': 'bitbucket.org/project-slug',
  'dev.azure.com': 'dev.azure.com/project-slug',
}

/** Looks at a location: the entities its file holds, else a component to begin with, guessed from the address. */
export function createLocationAnalysis(locations: Pick<Locations, 'dryRun' | 'list'>) {
  return async ({ type, target }: LocationRef, filename = 'catalog-info.yaml'): Promise<LocationAnalysis | Answer<LocationAnalysis>> => {
    if (!URL.canParse(target) || !/^https?:$/.test(new URL(target).protocol))
      throw inputError(`'${target}' is not a web address`, { code: 'catalog.invalid-location' })
    const file = type === 'git' || /\.ya?ml$/i.test(target) ? target : `${target.replace(/\/+$/, '')}/${filename.replace(/^\/+/, '')}`
    const isRegistered = (await locations.list()).some(location => location.target === file)
    const found = await entitiesAt({ type, target: file }, isRegistered)
    if (!found) return { existingEntityFiles: [], generateEntities: [{ entity: guess(new URL(target)), fields: [] }] }
    return bytes<LocationAnalysis>(Readable.from(joinPieces('{"existingEntityFiles":[', found, '],"generateEntities":[]}')))
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

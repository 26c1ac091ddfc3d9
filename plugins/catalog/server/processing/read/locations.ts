import {
  hasCredentials,
  matches,
  parseLocationRef,
  stringifyLocationRef,
  type AddedLocation,
  type Entity,
  type EntityPredicate,
  type LocationRef,
} from '@portico/catalog/common'
import { AppError, inputError } from '@portico/core/common'
import { hostRefusedCode } from '@portico/core/server/outbound'
import { hostNotAllowed } from '../../errors.ts'
import { generateLocation, generatedRef } from './generated-location.ts'
import type { IngestHost } from '../ingest-runner.ts'
import { maxTargetLength } from './location-targets.ts'
import type { LocationStore, StoredLocation } from './location-store.ts'
import * as refusals from './location-errors.ts'
import type { Preview, PreviewOptions } from '../process/preview.ts'
import { isStorable } from './storable-text.ts'

export interface LocationsDependencies {
  readonly store: LocationStore
  /** Types that users may register. */
  readonly allowedTypes: () => readonly string[]
  readonly isReadOnly: () => boolean
  readonly defaultConflict: () => 'reject' | 'refresh'
  readonly preview: IngestHost['preview']
  /** Throws what is wrong with a target, as far as that shows without reading it. */
  readonly check: (location: LocationRef) => void
}

export interface AddLocationOptions {
  readonly onConflict?: 'reject' | 'refresh' | undefined
}

/** What adding a location would lead to. */
export interface DryRun {
  readonly location: StoredLocation
  readonly exists: boolean
  readonly entities: Preview
}

export interface LocationPage {
  readonly items: readonly StoredLocation[]
  readonly totalItems: number
  /** The id of the last item, when there are more. */
  readonly next: string | undefined
}

export type Locations = ReturnType<typeof createLocations>

/** The rules for locations that users register. */
export function createLocations({ store, allowedTypes, isReadOnly, defaultConflict, preview, check }: LocationsDependencies) {
  function checked(given: LocationRef): LocationRef {
    if (hasCredentials(given.target)) throw refusals.credentialsInTarget()
    const ref = parseLocationRef(stringifyLocationRef({ type: given.type, target: given.target.trim() }))
    if (!allowedTypes().includes(ref.type)) throw refusals.typeNotAllowed(ref.type, allowedTypes())
    if (!isStorable(`${ref.type}${ref.target}`)) throw inputError('A type or target must not hold a NUL or half of a surrogate pair')
    if (ref.target.length > maxTargetLength) throw inputError(`The target has more than ${maxTargetLength} characters`)
    if (ref.type === 'url' && !URL.canParse(ref.target)) throw inputError(`'${ref.target}' is not a web address`)
    refuseUnreadable(ref)
    return ref
  }

  /** What could never be read is refused at once, with what to do about it, instead of failing later in the background. */
  function refuseUnreadable(ref: LocationRef): void {
    try {
      check(ref)
    } catch (error) {
      if (!(error instanceof AppError) || error.name !== 'NotAllowedError') throw error
      const { host } = error.details
      throw error.code === hostRefusedCode && typeof host === 'string' ? hostNotAllowed(host) : inputError(error.message)
    }
  }

  async function mustFind(id: string): Promise<StoredLocation> {
    const found = await store.find(id)
    if (!found) throw refusals.locationNotFound(id)
    return found
  }

  function refuseReadOnly(): void {
    if (isReadOnly()) throw refusals.catalogReadOnly()
  }

  return {
    list: () => store.list(),
    get: mustFind,
    /** The location as it would be registered; throws where it could not be. */
    check: checked,
    isRegistered: async (ref: LocationRef) => (await store.findByRef(ref)) !== undefined,
    /** What adding a location would lead to; refused where anything of it would be wrong. Nothing is kept. */
    async dryRun(given: LocationRef, options?: PreviewOptions): Promise<DryRun> {
      const ref = checked(given)
      const entities = await preview(ref, options)
      const [first] = entities.errors
      if (first) throw toRefusal(first, entities.errorCount)
      const location = { ...ref, id: `${ref.type}:${ref.target}`, entityRef: generatedRef(ref) }
      return { location, exists: (await store.findByRef(ref)) !== undefined, entities }
    },
    async add(given: LocationRef, options: AddLocationOptions = {}): Promise<AddedLocation> {
      refuseReadOnly()
      const ref = checked(given)
      const added = await store.add(ref, generatedRef(ref))
      if (added) return { location: added, entities: [] }
      const existing = await store.findByRef(ref)
      if (!existing || (options.onConflict ?? defaultConflict()) === 'reject') throw refusals.locationExists(ref)
      await store.refresh(existing.id)
      return { location: existing, entities: [] }
    },
    /** The location keeps its id and its entity. */
    async update(id: string, given: LocationRef): Promise<{ location: StoredLocation; revision: number | undefined }> {
      refuseReadOnly()
      const ref = checked(given)
      const current = await mustFind(id)
      if (current.type === ref.type && current.target === ref.target) return { location: current, revision: undefined }
      const updated = await store.update(id, ref)
      if (!updated) throw refusals.locationExists(ref)
      return updated
    },
    /** Returns the revision in which its entities went, if it had any. */
    async remove(id: string): Promise<{ revision: number | undefined }> {
      refuseReadOnly()
      await mustFind(id)
      return store.remove(id)
    },
    /** The registered location of an origin, as the annotation of an entity writes it. */
    async byOrigin(origin: string | undefined): Promise<StoredLocation | undefined> {
      return origin === undefined || !/^[^:]+:./.test(origin) ? undefined : store.findByRef(parseLocationRef(origin))
    },
    async query({
      predicate,
      limit = 1000,
      after,
    }: {
      predicate?: EntityPredicate | undefined
      limit?: number | undefined
      after?: string | undefined
    }): Promise<LocationPage> {
      const all = (await store.list()).filter(location => predicate === undefined || isMatch(location, predicate))
      const start = after === undefined ? 0 : all.findIndex(({ id }) => id > after)
      const items = start === -1 ? [] : all.slice(start, start + limit)
      const last = items.at(-1)
      return { items, totalItems: all.length, next: last && start + limit < all.length ? last.id : undefined }
    },
    /** The entity that stands for a location. */
    entityOf: ({ entityRef, ...ref }: StoredLocation): Entity => generateLocation(ref, entityRef),
  }
}

function isMatch({ id, type, target, entityRef }: StoredLocation, predicate: EntityPredicate): boolean {
  return matches(predicate, [
    ['id', id, false],
    ['type', type, false],
    ['target', target, false],
    ['entityref', entityRef, false],
  ])
}

function toRefusal({ name, message }: { name: string; message: string }, count: number): AppError {
  const more = count > 1 ? ` (and ${count - 1} more)` : ''
  return inputError(`${name === 'InputError' ? '' : `${name}: `}${message}${more}`, { code: 'catalog.dry-run-failed' })
}

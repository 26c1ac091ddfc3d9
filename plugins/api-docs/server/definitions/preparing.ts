import type { Catalog, CatalogChanged } from '@portico/catalog/server'
import { catalogChanged } from '@portico/catalog/server'
import type { Core } from '@portico/core/server'
import { createBackgroundTurn } from '@portico/core/server/worker'
import { z } from 'zod'
import { definitionRead } from '../api-definitions-service.ts'
import { readerVersion } from '../reading/reader-version.ts'
import type { DefinitionsSearch } from '../search/definitions-search.ts'
import type { DefinitionTexts } from './definition-texts.ts'
import { background } from './reading-process.ts'
import type { Readings } from './readings.ts'
import type { ReadingStore } from './reading-store.ts'

interface Dependencies {
  readonly catalog: Catalog
  readonly texts: DefinitionTexts
  readonly readings: Readings
  readonly store: ReadingStore
  readonly search: DefinitionsSearch
}

const batch = 200

/** Reads definitions in the background when they come or change, one at a time, so that a visitor finds what was read. */
export function startPreparing(
  { work: { events, jobs, scheduler } }: Core,
  { catalog, texts, readings, store, search }: Dependencies,
): void {
  /** In which version an entity was read, and by which reader. */
  const readVersion = (version: string | undefined) => version && `${readerVersion}/${version}`

  async function forget(refs: readonly string[]): Promise<void> {
    await store.removeCurrent(refs)
    await search.update(refs)
  }

  async function prepare(entityRef: string): Promise<void> {
    const [version] = await catalog.versionsOf([entityRef])
    const definition = await catalog.definitions.current(entityRef)
    if (!definition) return forget([entityRef])
    const before = (await store.current([entityRef])).get(entityRef)
    const reading = await readings.of({ definition, text: () => texts.textOf(entityRef, definition), reader: background })
    await store.setCurrent({ entityRef, entityVersion: readVersion(version), textId: definition.id, readingId: reading.id })
    await search.update([entityRef])
    if (before?.readingId !== reading.id)
      await events.publish(definitionRead, { entityRef, textId: definition.id, previousTextId: before?.textId })
  }

  const queue = jobs.define({
    name: 'read-definition',
    payload: z.object({ ref: z.string() }),
    concurrency: 1,
    attempts: 3,
    timeoutSeconds: 300,
    run: ({ payload }) => prepare(payload.ref),
  })

  async function addAll(refs: readonly string[]): Promise<void> {
    for (let at = 0; at < refs.length; at += batch)
      await queue.addAll(refs.slice(at, at + batch).map(ref => ({ payload: { ref }, key: ref })))
  }

  async function follow({ created, updated, relationsOnly, deleted }: CatalogChanged): Promise<void> {
    const isUnchanged = new Set(relationsOnly)
    const isApi = (ref: string) => ref.startsWith('api:')
    const gone = deleted.filter(isApi)
    if (gone.length > 0) await forget(gone)
    await addAll([...created, ...updated.filter(ref => !isUnchanged.has(ref))].filter(isApi))
  }

  /** Those that were missed: by a server that was away, or that had another reader. */
  async function addMissing(signal: AbortSignal): Promise<void> {
    const turn = createBackgroundTurn()
    for await (const versions of catalog.versions({ predicate: { key: 'kind', in: ['api'] }, batchSize: batch })) {
      signal.throwIfAborted()
      const known = await store.current(versions.map(({ ref }) => ref))
      await addAll(versions.filter(({ ref, version }) => known.get(ref)?.entityVersion !== readVersion(version)).map(({ ref }) => ref))
      await turn.next()
    }
  }

  events.subscribe({ id: 'read-definitions', events: [catalogChanged], run: ({ payload }) => follow(payload) })
  scheduler.schedule({
    id: 'read-definitions',
    description: 'Reads definitions of APIs that have not been read yet',
    frequency: { minutes: 30 },
    initialDelay: { seconds: 5 },
    timeout: { minutes: 10 },
    run: addMissing,
  })
}

import type { Logger } from '@portico/core/server'
import { createBackgroundTurn, createTurn } from '@portico/core/server/worker'
import type { SearchDocument } from '@portico/search/common'
import type { DocumentSource, DocumentUpdates, GroupVersion } from '../search-service.ts'
import type { SearchEngine } from '../engines/engine.ts'
import { checkDocument, type Checked } from './checked-document.ts'
import { checkGroups, collateGroups, documentsOf, formOf, recordedVersion } from './collate-groups.ts'
import type { CollationEnd, CollationStore } from './collation-store.ts'
import type { DocumentRow } from './document-store.ts'
import type { Sources } from './sources.ts'
import { untilAborted } from './until-aborted.ts'

const batchSize = 200

interface Batch {
  readonly rows: DocumentRow[]
  refused: number
  refusal: string | undefined
}

/** Reads everything of a source into the engine. What was there stays until the end, and where the run fails or finds nothing. */
export function createCollation({
  engine,
  store,
  sources,
  log,
}: {
  readonly engine: Pick<SearchEngine, 'beginRun' | 'replaceGroups' | 'sizes' | 'versions'>
  readonly store: CollationStore
  readonly sources: Sources
  readonly log: Logger
}) {
  async function accept(type: string, given: SearchDocument, batch: Batch): Promise<void> {
    for (const document of await sources.decorate(type, given)) {
      const checked: Checked = checkDocument(document)
      if ('row' in checked) batch.rows.push(checked.row)
      else {
        batch.refused += 1
        batch.refusal ??= checked.refusal
      }
    }
  }

  // By the first run of this process: another version of the portal may have made other documents of the same entities.
  const readWhole = new Set<string>()

  async function read(source: DocumentSource, signal: AbortSignal): Promise<CollationEnd> {
    const run = { signal, settings: sources.settings(source) }
    if (!('groups' in source)) return readAll(source.type, source.documents(run), signal)
    const { versions } = engine
    if (!versions) return readAll(source.type, documentsOf(source, run), signal)
    // What decorators say may be another thing each time.
    const isWhole = !readWhole.has(source.type) || sources.isDecorated(source.type)
    const end = await collateGroups(source, run, { versions, isWhole, check: documents => checkAll(source.type, documents) })
    if (end.result === 'completed') readWhole.add(source.type)
    return end
  }

  async function checkAll(type: string, documents: readonly SearchDocument[]): Promise<Batch> {
    const batch: Batch = { rows: [], refused: 0, refusal: undefined }
    for (const document of documents) await accept(type, document, batch)
    return batch
  }

  async function readAll(
    type: string,
    documents: AsyncIterable<SearchDocument | readonly SearchDocument[]>,
    signal: AbortSignal,
  ): Promise<CollationEnd> {
    const run = await engine.beginRun(type)
    const batch: Batch = { rows: [], refused: 0, refusal: undefined }
    const turn = createBackgroundTurn()
    try {
      for await (const given of untilAborted(documents, signal)) {
        for (const document of Array.isArray(given) ? (given as readonly SearchDocument[]) : [given as SearchDocument]) {
          await accept(type, document, batch)
          if (turn.isOver()) await turn.next()
          if (batch.rows.length >= batchSize) await run.add(batch.rows.splice(0))
        }
      }
      await run.add(batch.rows.splice(0))
      const refusals = { refused: batch.refused, ...(batch.refusal !== undefined && { refusal: batch.refusal }) }
      const count = await run.count()
      if (count === 0) {
        await run.discard()
        return { result: 'empty', ...refusals }
      }
      return { result: 'completed', documents: count, changed: await run.publish(), ...refusals }
    } catch (error) {
      await run.discard().catch((cause: unknown) => log.warn({ error: cause, type }, 'a failed run could not be discarded'))
      throw error
    }
  }

  return {
    /** One whole run. Rejects when it fails, after that has been recorded. */
    async run(source: DocumentSource, signal: AbortSignal): Promise<void> {
      await store.begin(source.type, new Date())
      try {
        const end = await read(source, signal)
        await store.end(source.type, end)
        if (end.result === 'empty' && (await engine.sizes()).some(({ type }) => type === source.type))
          log.warn({ type: source.type }, `the documents of type '${source.type}' were empty; those found before stay`)
        else log.debug({ type: source.type, ...end }, 'search documents were read')
      } catch (error) {
        await store.end(source.type, { result: 'failed', error: error instanceof Error ? error.message : String(error) })
        throw error
      }
    },

    /** The documents of groups as they are now, and in which versions, where that is known. A document that is refused costs only itself. */
    async replace(source: DocumentSource, ...[groups, versions = {}]: Parameters<DocumentUpdates['replace']>): Promise<void> {
      const names = Object.keys(groups)
      const check = (documents: readonly SearchDocument[]) => checkAll(source.type, documents)
      const { rows, refused, refusal, accepted } = await checkGroups(names, groups, { check, turn: createTurn() })
      if (refused > 0) log.warn({ type: source.type, refused, refusal }, 'search documents were refused')
      await engine.replaceGroups(source.type, names, rows)
      const form = formOf(sources.settings(source))
      const told = names.flatMap((group): GroupVersion[] => {
        const version = versions[group]
        const isThere = groups[group]!.length > 0 && accepted.has(group)
        return isThere && version !== undefined ? [{ group, version: recordedVersion(version, form) }] : []
      })
      await engine.versions?.record(source.type, told)
    },
  }
}

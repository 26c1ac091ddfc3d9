import { createBackgroundTurn } from '@portico/core/server/worker'
import type { SearchDocument } from '@portico/search/common'
import { hash } from 'node:crypto'
import type { VersionedGroups } from '../engines/engine.ts'
import type { DocumentSource, GroupedDocuments, GroupVersion, SourceRun } from '../search-service.ts'
import type { CollationEnd } from './collation-store.ts'
import type { DocumentRow } from './document-store.ts'
import { untilAborted } from './until-aborted.ts'

export type GroupedSource = DocumentSource & GroupedDocuments

/** The documents of a group as they are stored, and what could not be. */
export interface CheckedGroup {
  readonly rows: readonly DocumentRow[]
  readonly refused: number
  readonly refusal: string | undefined
}

type Turn = ReturnType<typeof createBackgroundTurn>

interface Reading {
  readonly versions: VersionedGroups
  readonly check: (documents: readonly SearchDocument[]) => Promise<CheckedGroup>
  /** Reads all groups, also those that seem not to have changed. */
  readonly isWhole: boolean
}

/** Reads the groups of a source that have changed since they were read last, and removes those that are gone. */
export async function collateGroups(source: GroupedSource, run: SourceRun, { versions, check, isWhole }: Reading): Promise<CollationEnd> {
  const { type, groups } = source
  const began = await versions.now()
  const turn = createBackgroundTurn()
  const form = formOf(run.settings)
  let listed = 0
  let unrecorded = 0
  let changed = 0
  let refused = 0
  let refusal: string | undefined

  async function read(part: readonly GroupVersion[]): Promise<void> {
    const names = part.map(({ group }) => group)
    const readAt = await versions.now()
    const found = await groups.read(names, run)
    const checked = await checkGroups(names, found, { check, turn })
    refused += checked.refused
    refusal ??= checked.refusal
    // One with a refused document is read, and reported, by every run.
    const accepted = part.filter(({ group }) => checked.accepted.has(group))
    changed += await versions.replace(type, names, checked.rows, readAt)
    await versions.record(type, accepted)
    unrecorded += part.length - accepted.length
  }

  for await (const batch of untilAborted(groups.list(run), run.signal)) {
    listed += batch.length
    const wanted = batch.map(({ group, version }) => ({ group, version: recordedVersion(version, form) }))
    const stale = isWhole ? wanted : await versions.stale(type, wanted)
    for (let at = 0; at < stale.length; at += groups.batchSize()) {
      run.signal.throwIfAborted()
      await read(stale.slice(at, at + groups.batchSize()))
    }
    await turn.next()
  }
  const refusals = { refused, ...(refusal !== undefined && { refusal }) }
  if (listed === 0) return { result: 'empty', ...refusals }
  if (isWhole || (await versions.count(type)) !== listed - unrecorded)
    changed += await versions.keepOnly(type, namesOf(groups.list(run), run.signal), began)
  return { result: 'completed', changed, ...refusals }
}

interface CheckedGroups extends CheckedGroup {
  /** The groups of which no document was refused. */
  readonly accepted: ReadonlySet<string>
}

/** The documents of some groups as they are stored; of two with one location the later counts. */
export async function checkGroups(
  groups: readonly string[],
  documents: Readonly<Record<string, readonly SearchDocument[]>>,
  { check, turn }: Pick<Reading, 'check'> & { readonly turn: Turn },
): Promise<CheckedGroups> {
  const rows = new Map<string, DocumentRow>()
  const accepted = new Set<string>()
  let refused = 0
  let refusal: string | undefined
  for (const group of groups) {
    const checked = await check(documents[group] ?? [])
    for (const row of checked.rows) rows.set(row.location, row)
    refused += checked.refused
    refusal ??= checked.refusal
    if (checked.refused === 0) accepted.add(group)
    if (turn.isOver()) await turn.next()
  }
  return { rows: [...rows.values()], refused, refusal, accepted }
}

/** With other settings the same groups have other documents. */
export function formOf(settings: SourceRun['settings']): string {
  return hash('sha1', JSON.stringify(settings), 'base64url').slice(0, 8)
}

export function recordedVersion(version: string, form: string): string {
  return `${form}.${version}`
}

async function* namesOf(batches: AsyncIterable<readonly GroupVersion[]>, signal: AbortSignal): AsyncGenerator<readonly string[]> {
  for await (const batch of untilAborted(batches, signal)) yield batch.map(({ group }) => group)
}

/** The same source for an engine that gets everything in each run. */
export async function* documentsOf({ groups }: GroupedSource, run: SourceRun): AsyncGenerator<readonly SearchDocument[]> {
  for await (const batch of groups.list(run))
    for (let at = 0; at < batch.length; at += groups.batchSize()) {
      const names = batch.slice(at, at + groups.batchSize()).map(({ group }) => group)
      for (const documents of Object.values(await groups.read(names, run))) yield documents
    }
}

import { parseDuration } from '@portico/core/common'
import type { Logger } from '@portico/core/server'
import { createTurn } from '@portico/core/server/worker'
import type { Integrations } from '@portico/integrations/server'
import {
  documentLimits,
  type DocumentKind,
  type DocumentProblem,
  type DocumentSource,
  type ScorecardsDocument,
} from '@portico/scorecards/common'
import type { ScorecardsSection } from '../config.ts'
import type { EvaluatedCheck, Inspection } from '../evaluating/evaluation.ts'
import type { Evaluator } from '../evaluating/evaluator.ts'
import { packChecks } from '../packs/packs.ts'
import type { DocumentRow, DocumentStore } from './document-store.ts'
import { readDocuments, refuseLong } from './read-documents.ts'

type Of<K extends DocumentKind> = Extract<ScorecardsDocument, { kind: K }>

/** A document with what is known about it. */
export type KnownDocument<K extends DocumentKind = DocumentKind> = Known<Of<K>>

interface Known<D extends ScorecardsDocument> {
  readonly document: D
  readonly text: string
  readonly source: DocumentSource
  readonly problems: readonly DocumentProblem[]
  /** What the expression of a check reads. */
  readonly inspection?: Inspection
}

/** All documents at a time. */
export interface DocumentSet {
  readonly checks: ReadonlyMap<string, KnownDocument<'Check'>>
  readonly scorecards: ReadonlyMap<string, KnownDocument<'Scorecard'>>
  readonly campaigns: ReadonlyMap<string, KnownDocument<'Campaign'>>
  /** What is wrong in files, besides what is wrong in documents that can be read. */
  readonly problems: readonly (DocumentProblem & { readonly source: string })[]
  /** Changes with every change of a document. */
  readonly stamp: string
}

export const emptyDocuments: DocumentSet = { checks: new Map(), scorecards: new Map(), campaigns: new Map(), problems: [], stamp: '' }

export interface DocumentsDependencies {
  readonly store: DocumentStore
  readonly evaluator: Pick<Evaluator, 'inspect'>
  readonly section: () => ScorecardsSection
  readonly log: Logger
}

/** Documents from files, from the portal and from chosen packs, as this server knows them. */
export function createDocuments({ store, evaluator, section, log }: DocumentsDependencies) {
  let current = emptyDocuments
  let loading: Promise<DocumentSet> | undefined

  async function load(): Promise<DocumentSet> {
    const { packs, owner } = section()
    const stamp = JSON.stringify([await store.version(), packs, owner])
    if (stamp === current.stamp) return current
    const collected = await collect(await store.list(), section())
    const locations = await store.locations()
    const problems = locations.flatMap(({ target, problems: text }) =>
      (JSON.parse(text) as DocumentProblem[]).map(problem => ({ ...problem, source: target })),
    )
    const checks = [...collected.checks.values()]
    const inspections = await evaluator.inspect(checks.map(({ document }) => document.spec.expression))
    current = {
      ...collected,
      checks: new Map(checks.map((each, at) => [each.document.metadata.name, withInspection(each, inspections[at]!)])),
      problems: [...collected.problems, ...problems],
      stamp,
    }
    return current
  }

  return {
    current: () => current,
    /** Reads them again where another server, or this one, has changed them. */
    async reload(): Promise<DocumentSet> {
      await loading?.catch(() => {})
      loading = load()
      return loading.catch((error: unknown) => {
        log.warn({ error }, 'the documents of scorecards could not be read')
        return current
      })
    },
  }
}

export type Documents = ReturnType<typeof createDocuments>

function withInspection(known: KnownDocument<'Check'>, inspection: Inspection): KnownDocument<'Check'> {
  if (!('error' in inspection)) return { ...known, inspection }
  const line = (known.source.line ?? 1) + lineIn(known.text, 'expression:')
  const problem: DocumentProblem = { line, column: 1, path: 'spec.expression', message: inspection.error, severity: 'error' }
  return { ...known, inspection, problems: [...known.problems, problem] }
}

const lineIn = (text: string, key: string) =>
  Math.max(
    text.split('\n').findIndex(line => line.trim().startsWith(key)),
    0,
  )

/** The first document of a name is used: of a file before the portal, of the portal before a pack. */
async function collect(rows: readonly DocumentRow[], section: ScorecardsSection): Promise<Omit<DocumentSet, 'stamp'>> {
  const turn = createTurn()
  const full = new Set<DocumentKind>()
  const found = {
    Check: new Map<string, KnownDocument>(),
    Scorecard: new Map<string, KnownDocument>(),
    Campaign: new Map<string, KnownDocument>(),
  }
  const problems: (DocumentProblem & { source: string })[] = []
  for (const row of rows) {
    if (turn.isOver()) await turn.next()
    const [read] = readDocuments(row.text)
    if (!read?.document) continue
    const { kind, metadata } = read.document
    const first = found[kind].get(metadata.name)
    const problem = { line: row.line, column: 1, path: 'metadata.name', severity: 'error', source: row.target } as const
    if (first) {
      problems.push({ ...problem, message: `${kind} '${metadata.name}' is in ${first.source.target ?? 'the portal'} already` })
      continue
    }
    if (found[kind].size >= documentLimits.count) {
      if (!full.has(kind))
        problems.push({ ...problem, message: `There are more than ${documentLimits.count} documents of the kind ${kind}` })
      full.add(kind)
      continue
    }
    found[kind].set(metadata.name, {
      document: read.document,
      text: row.text,
      source: {
        type: row.source,
        line: row.line,
        ...(row.target !== '' && { target: row.target }),
        changedAt: row.changedAt.toISOString(),
        ...(row.changedBy !== undefined && { changedBy: row.changedBy }),
      },
      problems: [],
    } as KnownDocument)
  }
  for (const { pack, document, text } of packChecks(section))
    if (!found.Check.has(document.metadata.name))
      found.Check.set(document.metadata.name, { document, text, source: { type: 'pack', target: pack }, problems: [] })
  return {
    checks: found.Check as Map<string, KnownDocument<'Check'>>,
    scorecards: found.Scorecard as Map<string, KnownDocument<'Scorecard'>>,
    campaigns: found.Campaign as Map<string, KnownDocument<'Campaign'>>,
    problems,
  }
}

/** The number of a scorecard or campaign is found by this name. */
export const memberName = (kind: 'Scorecard' | 'Campaign', name: string) => `${kind.toLowerCase()}/${name}`

/** What the process evaluates: active checks, and who belongs to active scorecards and campaigns. */
export function toEvaluated({ checks, scorecards, campaigns }: Pick<DocumentSet, 'checks' | 'scorecards' | 'campaigns'>): EvaluatedCheck[] {
  const isActive = ({ document }: KnownDocument) => document.spec.state === 'active'
  const members = [...scorecards.values(), ...campaigns.values()].filter(isActive)
  return [
    ...[...checks.values()].filter(isActive).map(({ document }) => toEvaluatedCheck(document)),
    ...members.map(({ document }) => ({
      name: memberName(document.kind as 'Scorecard', document.metadata.name),
      filter: document.spec.filter,
    })),
  ]
}

export function toEvaluatedCheck({ metadata, spec }: Of<'Check'>): EvaluatedCheck {
  return {
    name: metadata.name,
    filter: spec.filter,
    expression: spec.expression,
    parameters: spec.parameters,
    graceMs: parseDuration(spec.grace),
    maxAgeMs: parseDuration(spec.maxAge),
  }
}

/** Reads the files of the config, and keeps what they hold. True where something is different from before. */
export async function readLocations(
  { store, section, log }: Omit<DocumentsDependencies, 'evaluator'>,
  integrations: Pick<Integrations, 'reading'>,
  signal: AbortSignal,
): Promise<boolean> {
  const readers = await integrations.reading()
  const known = new Map((await store.locations()).map(row => [row.target, row]))
  const targets: { type: string; target: string }[] = []
  for (const location of section().locations) {
    try {
      const found = await readers.read(location.type, location.target, { signal })
      const matches = found.notModified ? undefined : found.targets
      targets.push(...(matches ?? [location.target]).map(target => ({ type: location.type, target })))
    } catch (error) {
      log.warn({ error, target: location.target }, 'a location of scorecards could not be read')
      targets.push(location)
    }
  }
  let isChanged = false
  for (const { type, target } of targets.slice(0, documentLimits.count)) {
    signal.throwIfAborted()
    const before = known.get(target)
    try {
      const read = await readers.read(type, target, { etag: before?.etag, signal })
      if (read.notModified) continue
      const texts = read.files.map(({ text }) => text)
      const parsed = texts.flatMap(text => (refuseLong(text).length > 0 ? [] : readDocuments(text)))
      const problems = [...texts.flatMap(refuseLong), ...parsed.flatMap(each => each.problems)]
      const documents = parsed.flatMap(({ document, text, line }) =>
        document ? [{ kind: document.kind, name: document.metadata.name, text, line, target }] : [],
      )
      await store.putLocation({ target, etag: read.etag, problems: JSON.stringify(problems) }, documents)
      isChanged = true
    } catch (error) {
      signal.throwIfAborted()
      const problem: DocumentProblem = { line: 1, column: 1, path: '', message: (error as Error).message, severity: 'error' }
      await store.putLocation({ target, problems: JSON.stringify([problem]) }, undefined)
    }
  }
  const hasGone = await store.keepLocations(targets.map(({ target }) => target))
  return isChanged || hasGone
}

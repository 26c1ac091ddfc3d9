import type { Entity, LocationRef, RelationPair } from '@portico/catalog/common'
import { hash } from 'node:crypto'
import type { Readers, SourceFile } from '@portico/integrations/server'
import { sourceInvalid } from '../../errors.ts'
import { checkDocument, createLimitedRead, exceeds, toKeptDocument, type DocumentLimits } from '../read/document-limits.ts'
import { createLineFinder } from '../read/document-lines.ts'
import type { ReadText } from '../read/included-file.ts'
import { toFault } from '../ingest-fault.ts'
import type { ChildTarget } from '../read/location-targets.ts'
import { fillPlaceholders, mayHavePlaceholders } from './placeholders.ts'
import { processDocuments, type DocumentContext, type FailedInput } from './process-documents.ts'
import { refOfDocument, toEntityError, toStorableError, type EntityError, type ProcessInput, type ProcessOutput } from './process-entity.ts'
import { toCoreText, type CoreText } from '../stitch/stitch-entity.ts'
import { parseDocument, splitDocuments, type YamlDocument } from '../read/yaml-documents.ts'

/** A document that became an entity. */
export interface ProcessedEntity {
  readonly ref: string
  readonly line: number | undefined
  /** The file, where it is another than the source. */
  readonly locationKey: string | undefined
  readonly inputHash: string | undefined
  readonly coreHash: string
  readonly kind: string
  /** Only as text: thousands of entities are processed at a time, and objects cost more to keep. */
  readonly text: CoreText
  readonly relations: readonly RelationPair[]
  readonly children: readonly ChildTarget[]
  readonly refreshKeys: readonly string[]
  /** It stands for the root itself. */
  readonly isRoot?: boolean
  /** What a provider gave, which cannot be read again. */
  readonly provided?: unknown
}

/** A document that has a name and is invalid. */
export interface FailedEntity {
  readonly ref: string
  readonly line: number | undefined
  readonly locationKey: string | undefined
  readonly errors: readonly EntityError[]
  readonly document: unknown
}

/** What came of some documents of a source. */
export interface ProcessedPart {
  readonly processed: readonly ProcessedEntity[]
  readonly failed: readonly FailedEntity[]
  /** Entities whose documents are as they were. */
  readonly unchanged: readonly { readonly ref: string; readonly line: number }[]
  /** What is wrong and belongs to no entity; while there is any, nothing that is missing counts as gone. */
  readonly problems: readonly EntityError[]
  /** The first unexpected error. */
  readonly fault?: EntityError | undefined
}

export interface SourceContext extends DocumentContext {
  readonly readers: Readers
  /** Changes when anything does that decides what becomes of a document. */
  readonly fingerprint: string
}

export interface SourceInput {
  readonly location: LocationRef
  readonly origin: LocationRef
  readonly files: readonly SourceFile[]
  readonly readText: ReadText
  /** The ref of the entity that was already made from a document with this hash. */
  readonly knownRef: (inputHash: string) => string | undefined
  /** How many Location entities lead here. */
  readonly depth: number
  /** Names that no document may have: those of the entities that stand for the source itself. */
  readonly takenRefs: readonly string[]
}

const maxLocationDepth = 50
const tooDeep = `leads on to further locations, more than ${maxLocationDepth} one behind the other`

interface Candidate {
  readonly document: unknown
  readonly location: LocationRef
  readonly locationKey: string | undefined
  readonly yaml: YamlDocument
  readonly inputHash: string | undefined
}

/** The first half of a SHA-256, as PostgreSQL keeps a uuid. */
export function shortHash(text: string): string {
  return hash('sha256', text).slice(0, 32)
}

/** Processes the documents of a source, so many at a time. Nothing is kept between batches but the refs that were seen. */
export async function* processSource(input: SourceInput, context: SourceContext, size: number): AsyncGenerator<ProcessedPart> {
  const seen = new Map(input.takenRefs.map(ref => [ref, 'the location itself']))
  const { limits } = context
  const files = input.files.flatMap(file => {
    const locationKey = file.target === input.location.target ? undefined : `${input.location.type}:${file.target}`
    return splitDocuments(file.text, limits.documents).map(yaml => ({ yaml, file, locationKey }))
  })
  if (files.length > limits.documents) throw sourceInvalid(`${input.location.target} ${exceeds('documents', limits)}`)
  for (let at = 0; at < files.length; at += size) yield processIsolated(files.slice(at, at + size), input, context, seen)
}

type Batch = readonly { readonly yaml: YamlDocument; readonly file: SourceFile; readonly locationKey: string | undefined }[]

/** The refs of a source that were seen, and where. */
interface SeenRefs {
  get(ref: string): string | undefined
  set(ref: string, position: string): void
}

/** Processes some documents. An unexpected error costs one document: the others are then processed one by one. */
async function processIsolated(
  batch: Batch,
  input: SourceInput,
  context: SourceContext,
  seen: Map<string, string>,
): Promise<ProcessedPart> {
  const own = new Map<string, string>()
  try {
    const part = await processBatch(batch, input, context, {
      get: ref => own.get(ref) ?? seen.get(ref),
      set: (ref, position) => void own.set(ref, position),
    })
    for (const [ref, position] of own) seen.set(ref, position)
    return part
  } catch (error) {
    const [only] = batch
    if (batch.length === 1 && only) return toBroken(only, error, seen, context.limits)
    const parts: ProcessedPart[] = []
    for (const each of batch) parts.push(await processIsolated([each], input, context, seen))
    return {
      processed: parts.flatMap(part => part.processed),
      failed: parts.flatMap(part => part.failed),
      unchanged: parts.flatMap(part => part.unchanged),
      problems: parts.flatMap(part => part.problems),
      fault: parts.find(part => part.fault)?.fault,
    }
  }
}

function toBroken(
  { yaml, file, locationKey }: Batch[number],
  error: unknown,
  seen: Map<string, string>,
  limits: DocumentLimits,
): ProcessedPart {
  const fault = toFault(error)
  const position = `${file.target}:${yaml.line}`
  const reported = { ...fault, message: `${fault.message} (${position})`, line: yaml.line }
  const named = nameOf(yaml, limits)
  if (!named || seen.has(named.ref)) return { processed: [], failed: [], unchanged: [], problems: [reported], fault: reported }
  seen.set(named.ref, position)
  const failed = { ...named, line: yaml.line, locationKey, errors: [reported] }
  return { processed: [], failed: [failed], unchanged: [], problems: [], fault: reported }
}

/** The ref of a document that cannot be processed; undefined where it has none. */
function nameOf(yaml: YamlDocument, limits: DocumentLimits): { readonly ref: string; readonly document: unknown } | undefined {
  try {
    const [first] = parseDocument(yaml, limits)
    const document = first && 'value' in first ? first.value : undefined
    const ref = refOfDocument(document)
    return ref === undefined ? undefined : { ref, document: toKeptDocument(document, limits) }
  } catch {
    return undefined
  }
}

async function processBatch(batch: Batch, input: SourceInput, context: SourceContext, seen: SeenRefs): Promise<ProcessedPart> {
  const unchanged: { ref: string; line: number }[] = []
  const problems: EntityError[] = []
  const candidates: Candidate[] = []
  const salt = `${context.fingerprint}\n${input.origin.type}:${input.origin.target}\n`
  for (const { yaml, file, locationKey } of batch) {
    const location = { type: input.location.type, target: file.target }
    const isFixed = !mayHavePlaceholders(yaml.text)
    const inputHash = isFixed ? shortHash(`${salt}${file.target}\n${yaml.text}`) : undefined
    const known = inputHash === undefined ? undefined : input.knownRef(inputHash)
    if (known !== undefined && seen.get(known) === undefined) {
      seen.set(known, `${file.target}:${yaml.line}`)
      unchanged.push({ ref: known, line: yaml.line })
      continue
    }
    const parsed = parseDocument(yaml, context.limits)
    for (const each of parsed) {
      if ('mistake' in each) problems.push(problemAt(file.target, each.mistake.line, each.mistake.message))
      // A text that could not be cut into documents has one hash for all of them, which says nothing about each.
      else candidates.push({ document: each.value, location, locationKey, yaml, inputHash: parsed.length === 1 ? inputHash : undefined })
    }
  }
  const outputs = await processAll(candidates, input, context)
  return collect(candidates, outputs, { unchanged, problems, seen, depth: input.depth, limits: context.limits })
}

async function processAll(candidates: readonly Candidate[], input: SourceInput, context: SourceContext): Promise<ProcessOutput[]> {
  const inputs: ProcessInput[] = candidates.map(({ document, location }) => ({ document, location, origin: input.origin }))
  const filled = await Promise.all(
    candidates.map(async ({ yaml, location, document, inputHash }, at): Promise<ProcessInput | FailedInput> => {
      if (inputHash !== undefined || !mayHavePlaceholders(yaml.text)) return inputs[at]!
      try {
        const { readers, limits } = context
        const alone = checkDocument(document, limits)
        if (alone) return { problem: alone }
        const readText = createLimitedRead(input.readText, limits)
        const filledIn = await fillPlaceholders(document, { location, readers, readText, limits })
        // At once, so that what is too large is not kept until all others are there.
        const tooMuch = checkDocument(filledIn, limits)
        return tooMuch ? { problem: tooMuch } : { ...inputs[at]!, document: filledIn }
      } catch (failure) {
        return { failure }
      }
    }),
  )
  return processDocuments(filled, context, at => refOfDocument(candidates[at]?.document))
}

function collect(
  candidates: readonly Candidate[],
  outputs: readonly ProcessOutput[],
  {
    unchanged,
    problems,
    seen,
    depth,
    limits,
  }: Pick<ProcessedPart, 'unchanged'> & { problems: EntityError[]; seen: SeenRefs; depth: number; limits: DocumentLimits },
): ProcessedPart {
  const processed: ProcessedEntity[] = []
  const failed: FailedEntity[] = []
  outputs.forEach((output, at) => {
    const { yaml, location, locationKey, inputHash, document } = candidates[at]!
    const { ref } = output
    const lineOf = createLineFinder(yaml)
    const errors = output.errors.map((error): EntityError => {
      const line = error.path ? lineOf(error.path) : yaml.line
      return { ...toStorableError(error), line, message: `${error.message} (${location.target}:${line})` }
    })
    if (ref === undefined) return void problems.push(...errors)
    const position = `${location.target}:${yaml.line}`
    const other = seen.get(ref)
    if (other !== undefined) return void problems.push(problemAt(location.target, yaml.line, `${ref} is already written at ${other}`))
    seen.set(ref, position)
    if (output.children.length > 0 && depth >= maxLocationDepth) errors.push(problemAt(location.target, yaml.line, tooDeep))
    if (!output.entity || errors.length > 0)
      return void failed.push({ ref, line: yaml.line, locationKey, errors, document: toKeptDocument(document, limits) })
    processed.push({ ...toProcessed(ref, output, output.entity), line: yaml.line, locationKey, inputHash })
  })
  return { processed, failed, unchanged, problems }
}

/** An output that is an entity, with the hash that shows whether it has changed. */
export function toProcessed(ref: string, { relations, children, refreshKeys }: ProcessOutput, core: Entity): ProcessedEntity {
  const text = toCoreText(core)
  const coreHash = shortHash(
    `${text.opening}\n${text.ownEtag ?? ''}\n${relations.map(({ source, type, target, inverse }) => `${source} ${type} ${target} ${inverse}`).join('\n')}`,
  )
  return {
    ref,
    line: undefined,
    locationKey: undefined,
    inputHash: undefined,
    coreHash,
    kind: core.kind,
    text,
    relations,
    children,
    refreshKeys,
  }
}

function problemAt(target: string, line: number, message: string): EntityError {
  return { ...toEntityError(sourceInvalid(`${target}:${line}: ${message}`)), line }
}

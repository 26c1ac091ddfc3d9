import { parseLocationRef, type LocationRef } from '@portico/catalog/common'
import { AppError } from '@portico/core/common'
import type { ReadOptions, ReadResult, SourceFile } from '@portico/integrations/server'
import { sourceInvalid } from '../../errors.ts'
import { generateLocation } from './generated-location.ts'
import { includedType, type ReadText } from './included-file.ts'
import { processEntity, toEntityError, type EntityError } from '../process/process-entity.ts'
import {
  processSource,
  shortHash,
  toProcessed,
  type ProcessedEntity,
  type ProcessedPart,
  type SourceContext,
} from '../process/process-source.ts'
import type { ClaimedSource, Dependency } from './claim-store.ts'

/** What reading a source came to. */
export type SourceReading =
  | { readonly state: 'unchanged'; readonly etag: string | undefined }
  | {
      readonly state: 'failed'
      readonly error: EntityError
      readonly retryAfterMs: number | undefined
      /** Part of it may have been taken in. */
      readonly isReset?: boolean
      /** It was not processed, because that ended the last reader. */
      readonly isSuspect?: boolean
    }
  | {
      readonly state: 'changed'
      readonly etag: string | undefined
      readonly version: string | undefined
      readonly contentHash: string
      readonly files: readonly SourceFile[]
      /** Where the source is a pattern: what fits it. */
      readonly targets: readonly string[] | undefined
      /** Reads files that documents include. What it has read is in `dependencies` afterwards. */
      readonly readText: ReadText
      readonly dependencies: () => Dependency[]
    }

type Readable = Pick<
  ClaimedSource,
  'type' | 'target' | 'origin' | 'rootRefs' | 'isOptional' | 'fingerprint' | 'etag' | 'contentHash' | 'dependencies'
>

/** Stands for a file that could not be read. */
const unreadHash = ''
/** Characters of included files. */
const maxCached = 32_000_000

type During = Pick<ReadOptions, 'signal' | 'since'>

/** Reads a source, as far as it is needed to know whether it or a file it includes has changed. Never throws for what is wrong with it. */
export async function readSource(source: Readable, context: SourceContext, during: During = {}): Promise<SourceReading> {
  const { readers, fingerprint } = context
  const isRoot = source.rootRefs.length > 0
  const isCurrent = source.fingerprint === fingerprint && source.contentHash !== undefined
  const read = (etag: string | undefined) =>
    readers.read(source.type, source.target, { ...during, etag, ...(!isRoot && { origin: source.origin }) })
  try {
    let result: ReadResult = await read(isCurrent ? source.etag : undefined)
    if (result.notModified && (await areUnchanged(source, context, during))) return { state: 'unchanged', etag: source.etag }
    if (result.notModified) result = await read(undefined)
    if (result.notModified) return { state: 'unchanged', etag: source.etag }
    return await changed(source, result, isCurrent, context, during)
  } catch (error) {
    during.signal?.throwIfAborted()
    const isGone = source.isOptional && error instanceof AppError && error.name === 'NotFoundError'
    // Without a look at what it included: there is nothing left to include it.
    if (isGone) return changed({ ...source, dependencies: [] }, { files: [] }, isCurrent, context, during)
    const retryAfterMs = error instanceof AppError ? error.details['retryAfterMs'] : undefined
    return { state: 'failed', error: toEntityError(error), retryAfterMs: typeof retryAfterMs === 'number' ? retryAfterMs : undefined }
  }
}

async function changed(
  source: Readable,
  { files, targets, etag, revision }: Exclude<ReadResult, { notModified: true }>,
  isCurrent: boolean,
  context: SourceContext,
  during: During,
): Promise<SourceReading> {
  const content = [...files.flatMap(({ target, text }) => [target, text]), ...(targets ?? [])]
  const contentHash = shortHash([context.fingerprint, source.origin, ...content].join('\n'))
  if (isCurrent && contentHash === source.contentHash && (await areUnchanged(source, context, during))) return { state: 'unchanged', etag }
  const included = new Map<string, Promise<{ text: string; etag?: string | undefined }>>()
  const found = new Map<string, Dependency>()
  let cachedLength = 0

  const readText: ReadText = async target => {
    const pending = included.get(target) ?? readOne(source, target, context, during)
    included.set(target, pending)
    const isFirst = !found.has(target)
    // Also what could not be read is waited for: it may be there the next time.
    if (isFirst) found.set(target, { target, hash: unreadHash })
    const { text, etag: seen } = await pending
    if (isFirst) cachedLength += text.length
    // What documents have in common is read once; what is too much to keep is read again.
    if (cachedLength > maxCached) included.delete(target)
    found.set(target, { target, etag: seen, hash: shortHash(text) })
    return text
  }
  return { state: 'changed', etag, version: revision, contentHash, files, targets, readText, dependencies: () => [...found.values()] }
}

async function readOne(source: Readable, target: string, { readers }: SourceContext, during: During) {
  const result = await readers.read(includedType(source.type, target), target, { ...during, origin: source.origin })
  if (!result.notModified && result.targets) throw sourceInvalid(`${target} is a pattern, where one file is meant`)
  return { text: result.notModified ? '' : (result.files[0]?.text ?? ''), etag: result.notModified ? undefined : result.etag }
}

/** Whether the files that documents include are as they were. */
async function areUnchanged({ type, origin, dependencies }: Readable, { readers }: SourceContext, during: During): Promise<boolean> {
  for (const { target, etag, hash } of dependencies) {
    const reading = readers.read(includedType(type, target), target, { ...during, etag, origin })
    const result = hash === unreadHash ? await reading.catch(() => undefined) : await reading
    if (!result) continue
    if (!result.notModified && shortHash(result.files[0]?.text ?? '') !== hash) return false
  }
  return true
}

/** Processes what was read, in parts. A root's own entity comes with the first. */
export async function* processReading(
  source: Pick<ClaimedSource, 'type' | 'target' | 'origin' | 'depth' | 'rootRefs'>,
  reading: SourceReading & { state: 'changed' },
  context: SourceContext,
  options: { readonly size: number; readonly knownRef: (inputHash: string) => string | undefined },
): AsyncGenerator<ProcessedPart> {
  const { type, target, depth } = source
  const input = {
    location: { type, target },
    origin: parseLocationRef(source.origin),
    depth,
    takenRefs: source.rootRefs,
    files: reading.files,
    readText: reading.readText,
    knownRef: options.knownRef,
  }
  const roots = source.rootRefs.map(ref => processRoot({ type, target }, ref, context))
  if (roots.length > 0) yield { processed: roots, failed: [], unchanged: [], problems: [] }
  yield* processSource(input, context, options.size)
}

/** The entity that stands for a root. */
export function processRoot(location: LocationRef, ref: string, context: SourceContext): ProcessedEntity {
  const entity = generateLocation(location, ref)
  const output = processEntity({ document: entity, location, origin: location }, { ...context, isAllowed: undefined })
  // Its target is the source itself, which needs no path to it.
  return { ...toProcessed(ref, { ...output, children: [] }, output.entity ?? entity), isRoot: true }
}

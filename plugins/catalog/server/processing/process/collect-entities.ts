import type { LocationRef, RelationPair } from '@portico/catalog/common'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { generatedRef } from '../read/generated-location.ts'
import { toEntityError, type EntityError } from './process-entity.ts'
import type { ProcessedPart, SourceContext } from './process-source.ts'
import { processReading, readSource } from '../read/read-source.ts'
import type { CoreText } from '../stitch/stitch-entity.ts'

export interface CollectedEntity {
  readonly ref: string
  readonly text: CoreText
  readonly relations: readonly RelationPair[]
  /** The file it stands in, as a location ref, and the line. */
  readonly location: string
  readonly line: number | undefined
}

export interface CollectedError extends EntityError {
  readonly location: string
  readonly ref?: string
  /** Where the document begins that is wrong. */
  readonly documentLine?: number | undefined
}

export interface Collected {
  /** The roots' own first, then as they were found. */
  readonly entities: readonly CollectedEntity[]
  readonly errors: readonly CollectedError[]
}

interface Led extends LocationRef {
  readonly origin: string
  readonly depth: number
  readonly isOptional: boolean
}

const batchSize = 100
const maxCharacters = 100_000_000

/** Reads and processes everything that some roots lead to, without a database: for dry runs and for the command line. */
export async function collectEntities(roots: readonly LocationRef[], context: SourceContext, signal?: AbortSignal): Promise<Collected> {
  const entities: CollectedEntity[] = []
  const errors: CollectedError[] = []
  const since = performance.now()
  const seen = new Map<string, string>()
  const queued = new Set(roots.map(({ type, target }) => `${type}:${target}`))
  const queue: (Led & { readonly rootRefs: readonly string[] })[] = roots.map(root => ({
    ...root,
    origin: `${root.type}:${root.target}`,
    depth: 0,
    isOptional: false,
    rootRefs: [generatedRef(root)],
  }))

  function lead(to: Led): void {
    const key = `${to.type}:${to.target}`
    if (queued.has(key)) return
    queued.add(key)
    queue.push({ ...to, rootRefs: [] })
  }

  /** An unexpected error costs this source and no other. */
  async function* isolated(parts: AsyncGenerator<ProcessedPart>, sourceRef: string): AsyncGenerator<ProcessedPart> {
    try {
      yield* parts
    } catch (error) {
      errors.push({ ...toEntityError(error), location: sourceRef })
    }
  }

  let size = 0
  for (let source = queue.shift(); source; source = queue.shift()) {
    if (entities.length > context.limits.documents || size > maxCharacters) {
      const message = `It leads to more than is shown beforehand: ${entities.length} entities so far, of ${Math.round(size / 1e6)} MB`
      errors.push({ name: 'InputError', message, location: `${source.type}:${source.target}` })
      break
    }
    const { type, origin, depth } = source
    const sourceRef = `${type}:${source.target}`
    const unread = { fingerprint: undefined, etag: undefined, contentHash: undefined, dependencies: [] }
    const reading = await readSource({ ...source, ...unread }, context, { signal, since })
    if (reading.state === 'failed') errors.push({ ...reading.error, location: sourceRef })
    if (reading.state !== 'changed') continue
    for (const target of reading.targets ?? []) lead({ type, target, isOptional: true, origin, depth })
    for await (const part of isolated(
      processReading(source, reading, context, { size: batchSize, knownRef: () => undefined }),
      sourceRef,
    )) {
      await nextTurn()
      errors.push(...part.problems.map(problem => ({ ...problem, location: sourceRef })))
      errors.push(
        ...part.failed.flatMap(failed =>
          failed.errors.map(error => ({ ...error, ref: failed.ref, location: failed.locationKey ?? sourceRef, documentLine: failed.line })),
        ),
      )
      for (const { ref, text, relations, children, line, locationKey } of part.processed) {
        const location = locationKey ?? sourceRef
        const other = seen.get(ref)
        if (other !== undefined) {
          const message = `${ref} is written in ${location} and in ${other}; only the first can have the name`
          errors.push({ name: 'ConflictError', message, ref, location, ...(line !== undefined && { line }) })
          continue
        }
        seen.set(ref, location)
        entities.push({ ref, text, relations, location, line })
        size += text.opening.length
        for (const child of children) lead({ ...child, origin, depth: depth + 1 })
      }
    }
  }
  return { entities, errors }
}

import type { LocationRef } from '@portico/catalog/common'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { collectEntities, type CollectedError } from './collect-entities.ts'
import type { SourceContext } from './process-source.ts'
import { toEntityText } from '../stitch/stitch-entity.ts'

export interface PreviewOptions {
  /** What stands before and after each entity. */
  readonly around?: readonly [string, string]
  /** Only what the location leads to, without the entity that stands for itself. */
  readonly isWithoutRoot?: boolean
}

/** What a location leads to, as the bytes that go out: thousands of entities would take long to be handed over and written out. */
export interface Preview {
  /** JSON with commas between entities, in chunks; commas are also between chunks. */
  readonly chunks: readonly Uint8Array<ArrayBuffer>[]
  readonly count: number
  /** The first of them. */
  readonly errors: readonly CollectedError[]
  readonly errorCount: number
}

const batchSize = 500
const maxErrors = 20

/** Reads and processes everything that a location leads to, and keeps nothing of it. */
export async function previewLocation(location: LocationRef, context: SourceContext, options: PreviewOptions = {}): Promise<Preview> {
  const [before, after] = options.around ?? ['', '']
  const { entities, errors } = await collectEntities([location], context)
  const wanted = options.isWithoutRoot ? entities.slice(1) : entities
  const chunks: Uint8Array<ArrayBuffer>[] = []
  const encoder = new TextEncoder()
  for (let at = 0; at < wanted.length; at += batchSize) {
    const texts = wanted.slice(at, at + batchSize).map(({ text }) => `${before}${toEntityText(text)}${after}`)
    chunks.push(encoder.encode(texts.join(',')))
    await nextTurn()
  }
  return { chunks, count: wanted.length, errors: errors.slice(0, maxErrors), errorCount: errors.length }
}

/** One chunk after the other, with what stands before and after them all. */
export function* joinChunks(before: string, { chunks }: Pick<Preview, 'chunks'>, after: string): Generator<Buffer> {
  yield Buffer.from(before)
  for (const [at, batch] of chunks.entries()) {
    if (at > 0) yield Buffer.from(',')
    yield Buffer.from(batch.buffer)
  }
  yield Buffer.from(after)
}

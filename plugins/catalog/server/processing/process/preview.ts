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
  /** JSON with commas between entities, in pieces; commas are also between pieces. */
  readonly pieces: readonly Uint8Array<ArrayBuffer>[]
  readonly count: number
  /** The first of them. */
  readonly errors: readonly CollectedError[]
  readonly errorCount: number
}

const pieceSize = 500
const maxErrors = 20

/** Reads and processes everything that a location leads to, and keeps nothing of it. */
export async function previewLocation(location: LocationRef, context: SourceContext, options: PreviewOptions = {}): Promise<Preview> {
  const [before, after] = options.around ?? ['', '']
  const { entities, errors } = await collectEntities([location], context)
  const wanted = options.isWithoutRoot ? entities.slice(1) : entities
  const pieces: Uint8Array<ArrayBuffer>[] = []
  const encoder = new TextEncoder()
  for (let at = 0; at < wanted.length; at += pieceSize) {
    const texts = wanted.slice(at, at + pieceSize).map(({ text }) => `${before}${toEntityText(text)}${after}`)
    pieces.push(encoder.encode(texts.join(',')))
    await nextTurn()
  }
  return { pieces, count: wanted.length, errors: errors.slice(0, maxErrors), errorCount: errors.length }
}

/** One piece after the other, with what stands before and after them all. */
export function* joinPieces(before: string, { pieces }: Pick<Preview, 'pieces'>, after: string): Generator<Buffer> {
  yield Buffer.from(before)
  for (const [at, piece] of pieces.entries()) {
    if (at > 0) yield Buffer.from(',')
    yield Buffer.from(piece.buffer)
  }
  yield Buffer.from(after)
}

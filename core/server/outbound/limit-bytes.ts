import { pipeline, Transform, type Readable } from 'node:stream'
import { createMinorCollection } from '../operations/collect-garbage.ts'

/**
 * After how many bytes of a stream its garbage is collected. Pieces that have passed are garbage at once, but they are outside of V8's heap, where
 * it looks only when some 64 MB have gathered.
 */
const collectEveryBytes = 4 * 2 ** 20

/** The same stream, which fails once more bytes have passed than are allowed. For streams whose length nobody announces. */
export function limitBytes(stream: Readable, maxBytes: number, tooLarge: (maxBytes: number) => Error): Readable {
  let total = 0
  return counted(stream, bytes => {
    total += bytes
    return total > maxBytes ? tooLarge(maxBytes) : undefined
  })
}

/** The same stream, however long it is: what has passed does not gather in memory. */
export function passOn(stream: Readable): Readable {
  return counted(stream, () => undefined)
}

/** @param look at the size of each chunk; what it returns ends the stream */
function counted(stream: Readable, look: (bytes: number) => Error | undefined): Readable {
  let sinceCollected = 0
  let collect: (() => void) | undefined
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const error = look(chunk.length)
      if (error) return done(error)
      sinceCollected += chunk.length
      if (sinceCollected > collectEveryBytes) {
        sinceCollected = 0
        collect ??= createMinorCollection()
        collect()
      }
      return done(null, chunk)
    },
  })
  // The callback is needed: without one, an error would be uncaught. Who reads gets it all the same.
  return pipeline(stream, counter, () => {})
}

import { pipeline, Transform, type Readable } from 'node:stream'

/** The same stream, which fails once more bytes have passed than are allowed. For streams whose length nobody announces. */
export function limitBytes(stream: Readable, maxBytes: number, tooLarge: (maxBytes: number) => Error): Readable {
  let total = 0
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      total += chunk.length
      if (total > maxBytes) done(tooLarge(maxBytes))
      else done(null, chunk)
    },
  })
  // The callback is needed: without one, an error would be uncaught. Who reads gets it all the same.
  return pipeline(stream, counter, () => {})
}

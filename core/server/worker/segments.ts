import type { Steps } from '../work/steps.ts'

/** A part of an index that is saved as it lies in memory. */
export type Segment = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float64Array

const textsPerSegment = 10_000

/** The same memory, byte by byte. */
export function bytesOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength)
}

export type SegmentWriter = ReturnType<typeof createSegmentWriter>

/** Takes the parts of an index, in the order in which they will be read. Arrays are not copied. */
export function createSegmentWriter() {
  const segments: Segment[] = []
  return {
    segments,
    numbers: (...values: readonly number[]): void => void segments.push(Float64Array.from(values)),
    array: (segment: Segment): void => void segments.push(segment),
    texts(texts: readonly (string | undefined)[]): void {
      const pieces = Math.ceil(texts.length / textsPerSegment)
      segments.push(Float64Array.of(pieces))
      for (let at = 0; at < pieces; at++) {
        const piece = texts.slice(at * textsPerSegment, (at + 1) * textsPerSegment)
        segments.push(Buffer.from(JSON.stringify(piece)))
      }
    },
  }
}

export type SegmentReader = ReturnType<typeof createSegmentReader>

/** Gives the parts of a saved index back, each as it was written. Whoever gets an array owns it. */
export function createSegmentReader(buffers: readonly ArrayBuffer[]) {
  let read = 0

  function next(): ArrayBuffer {
    const buffer = buffers[read++]
    if (!buffer) throw new Error('a part is missing')
    return buffer
  }

  return {
    numbers: () => new Float64Array(next()),
    uint8: () => new Uint8Array(next()),
    uint16: () => new Uint16Array(next()),
    uint32: () => new Uint32Array(next()),
    int32: () => new Int32Array(next()),
    float64: () => new Float64Array(next()),
    *texts(): Steps<(string | undefined)[]> {
      const [pieces = 0] = new Float64Array(next())
      const texts: (string | undefined)[] = []
      for (let at = 0; at < pieces; at++) {
        const piece = JSON.parse(Buffer.from(next()).toString()) as (string | null)[]
        for (const text of piece) texts.push(text ?? undefined)
        yield
      }
      return texts
    },
    get isAtEnd() {
      return read === buffers.length
    },
  }
}

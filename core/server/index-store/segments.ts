/** A part of an index that is saved as it lies in memory. */
export type Segment = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float64Array

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
    texts: (texts: readonly (string | undefined)[]): void => void segments.push(Buffer.from(JSON.stringify(texts))),
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
    texts: (): (string | undefined)[] => (JSON.parse(Buffer.from(next()).toString()) as (string | null)[]).map(text => text ?? undefined),
    get isAtEnd() {
      return read === buffers.length
    },
  }
}

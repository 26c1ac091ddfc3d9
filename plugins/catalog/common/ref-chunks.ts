const maxRefs = 1000
const maxCharacters = 92_160

// The quotes and the comma around each ref in JSON.
const extraPerRef = 3

/** Refs in chunks that a request body of 100 kB can carry. A ref that is too long by itself still gets its chunk. */
export function chunkRefs(refs: readonly string[]): string[][] {
  const chunks: string[][] = []
  let chunk: string[] = []
  let characters = 0
  for (const ref of refs) {
    const size = ref.length + extraPerRef
    if (chunk.length > 0 && (chunk.length === maxRefs || characters + size > maxCharacters)) {
      chunks.push(chunk)
      chunk = []
      characters = 0
    }
    chunk.push(ref)
    characters += size
  }
  return chunk.length > 0 ? [...chunks, chunk] : chunks
}

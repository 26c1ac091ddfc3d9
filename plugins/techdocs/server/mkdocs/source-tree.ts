/** The files of a source: from paths to bytes. Paths have slashes, begin at the root and never leave it. */
export interface SourceTree {
  readonly paths: readonly string[]
  /** The whole of a file, or its beginning. */
  read(path: string, maxBytes?: number): Uint8Array | undefined
}

/** A tree of texts and bytes in memory. */
export function createMemoryTree(files: Readonly<Record<string, string | Uint8Array>>): SourceTree {
  return {
    paths: Object.keys(files).sort(),
    read(path, maxBytes) {
      const content = Object.hasOwn(files, path) ? files[path] : undefined
      return (typeof content === 'string' ? Buffer.from(content) : content)?.subarray(0, maxBytes)
    },
  }
}

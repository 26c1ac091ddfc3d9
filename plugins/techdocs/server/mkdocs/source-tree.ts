/** The files of a source: from paths to bytes. Paths have slashes, begin at the root and never leave it. */
export interface SourceTree {
  readonly paths: readonly string[]
  /** The whole of a file, or its beginning. */
  read(path: string, maxBytes?: number): Uint8Array | undefined
}

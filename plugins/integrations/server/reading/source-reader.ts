export interface SourceFile {
  readonly target: string
  readonly text: string
}

export interface ReadOptions {
  /** The etag of the last read; the reader answers `notModified` if nothing has changed since. */
  readonly etag?: string | undefined
  readonly signal?: AbortSignal | undefined
  /** Cached results since then (by `performance.now()`) are new enough; undefined: the cache is not used. */
  readonly since?: number | undefined
  /** The root that led here, which decides what may be read. Undefined for a root itself. */
  readonly origin?: string | undefined
}

export interface NotModified {
  readonly notModified: true
}

interface Read {
  readonly notModified?: false
  readonly etag?: string | undefined
  /** The version that was read, for the history, such as a commit. */
  readonly revision?: string | undefined
  readonly lastModifiedAt?: Date | undefined
}

export type ReadResult =
  | NotModified
  | (Read & {
      readonly files: readonly SourceFile[]
      /** Where the target is a pattern: the matches, each a source of its own. There are no files then. */
      readonly targets?: readonly string[] | undefined
    })

/** The matches of a pattern. */
export type SearchResult = NotModified | (Read & { readonly targets: readonly string[] })

export interface TreeOptions extends ReadOptions {
  readonly maxFiles?: number | undefined
  /** Of all files together. */
  readonly maxBytes?: number | undefined
  /** Whether symbolic links are given too; they are left out by default. */
  readonly withLinks?: boolean | undefined
}

export interface TreeFile {
  /** From the root of the tree, with slashes; never leads out of it. */
  readonly path: string
  readonly bytes: Uint8Array
  /** Undefined where the source does not tell. */
  readonly isExecutable?: boolean | undefined
  /** The target of a symbolic link, as it is stored: it may lead anywhere, and nobody has followed it. There are no bytes then. */
  readonly link?: string | undefined
}

/** The files below a folder, one after the other. Links are left out, unless they are asked for. */
export type TreeResult = NotModified | (Read & { readonly files: AsyncIterable<TreeFile> })

/** When something was last changed and by whom, as far as the source tells. */
export interface LastChange {
  readonly revision?: string | undefined
  readonly at?: Date | undefined
  /** The name of the author. Only where the change is known to be one of the target itself. */
  readonly by?: string | undefined
}

/** Links to a source. */
export interface SourceLinks {
  readonly view?: string | undefined
  readonly edit?: string | undefined
  /** The target of its folder, with a trailing slash. */
  readonly folder?: string | undefined
}

/** Reads one type of source. Failures are thrown: not found, refused, unreadable or invalid, each with its own error name. */
export interface SourceReader {
  /** The type of the locations it reads. */
  readonly type: string
  /** For types that several readers share: whether this one accepts the target. The first that does is used. */
  accepts?(target: string): boolean
  read(target: string, options: ReadOptions): Promise<ReadResult>
  readTree?(target: string, options: TreeOptions): Promise<TreeResult>
  lastChange?(target: string, options: ReadOptions): Promise<LastChange>
  linksOf?(target: string): SourceLinks
  /** The same file or folder in another branch, or at a tag. Absent for sources that have none. */
  atRef?(target: string, ref: string): string
  /** Throws when config does not let the target be read, as far as that shows without reading it. */
  check?(target: string): void
  /** The target that a file means when it names another, relative or not; `/x` starts at the root of the repository. */
  resolve(target: string, base: string): string
  /** Whether two targets belong together, so that one may include the other. */
  isSameRepository(target: string, base: string): boolean
}

export const maxSourceBytes = 50 * 2 ** 20

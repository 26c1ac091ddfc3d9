import { AppError } from '@portico/core/common'

export interface SourceFile {
  readonly target: string
  readonly text: string
}

export interface ReadOptions {
  /** What the reader said when it last read this; it answers `notModified` if nothing has changed since. */
  readonly etag?: string | undefined
  readonly signal?: AbortSignal | undefined
  /** What the reader has learnt since then (by `performance.now()`) is new enough; undefined: it has to ask. */
  readonly since?: number | undefined
  /** The root that led here, which decides what may be read. Undefined for a root itself. */
  readonly origin?: string | undefined
}

export type ReadResult =
  | { readonly notModified: true }
  | {
      readonly notModified?: false
      readonly etag?: string | undefined
      /** The version that was read, for the history, such as a commit. */
      readonly revision?: string | undefined
      readonly files: readonly SourceFile[]
      /** Where the target is a pattern: what fits it, each a source of its own. There are no files then. */
      readonly targets?: readonly string[] | undefined
    }

/** Reads one type of source. Whatever goes wrong is thrown: `sourceNotFound`, `sourceRefused` or `sourceUnreadable`. */
export interface SourceReader {
  /** The type of the locations it reads. */
  readonly type: string
  /** For types that several readers share: whether this one takes the target. The first that does is asked. */
  accepts?(target: string): boolean
  read(target: string, options: ReadOptions): Promise<ReadResult>
  /** The target that a file means when it names another, relative or not; `/x` starts at the root of the repository. */
  resolve(target: string, base: string): string
  /** Whether two targets belong together, so that one may include the other. */
  isSameRepository(target: string, base: string): boolean
}

/** The source is not there. */
export function sourceNotFound(target: string, cause?: unknown) {
  return new AppError('NotFoundError', `${target} was not found`, { code: 'catalog.source-not-found', cause })
}

/** The source may not be read. */
export function sourceRefused(message: string) {
  return new AppError('NotAllowedError', message, { code: 'catalog.source-refused' })
}

/** What is said of an address with a name or password in it, and how to give them instead. */
export const credentialsElsewhere =
  'must not hold a name or password, because everybody who sees the address would see them. Give them by host in the config, in ' +
  'catalog.git.credentials, and name the repository as a location of type git'

/** The source could not be read this time. */
export function sourceUnreadable(message: string, options: { cause?: unknown; retryAfterMs?: number | undefined } = {}) {
  const { cause, retryAfterMs } = options
  return new AppError('ServiceUnavailableError', message, {
    code: 'catalog.source-unreadable',
    cause,
    ...(retryAfterMs !== undefined && { details: { retryAfterMs } }),
  })
}

/** The source was read, and is no catalog file. */
export function sourceInvalid(message: string) {
  return new AppError('InputError', message, { code: 'catalog.source-invalid' })
}

export const largestSourceBytes = 50 * 2 ** 20

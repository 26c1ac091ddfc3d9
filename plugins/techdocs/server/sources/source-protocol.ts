import type { LeftOutLink } from './linked-files.ts'

export interface CopyRequest {
  readonly type: string
  readonly target: string
  readonly origin: string
  /** Of the version that is there already. */
  readonly etag?: string | undefined
  /** Where the files are put. */
  readonly folder: string
  readonly maxFiles: number
  readonly maxBytes: number
}

export interface CopiedSource {
  readonly etag: string
  readonly revision?: string
  readonly lastModifiedAt?: string
  readonly bytes: number
  readonly files: number
  /** Symbolic links that are not followed; the first of them. */
  readonly leftOut?: readonly LeftOutLink[]
}

export type CopyMethods = {
  /** Undefined where nothing changed since the etag. */
  copy(request: CopyRequest): Promise<CopiedSource | undefined>
}

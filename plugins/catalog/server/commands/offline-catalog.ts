import type { Entity, LocationRef, ProblemPath, RelationPair } from '@portico/catalog/common'

/** A line of a file, as people know the file. */
export interface FilePosition {
  readonly file: string
  readonly line: number
}

/** What keeps a file or a document from being part of the catalog. */
export interface CatalogProblem {
  readonly severity: 'error' | 'warning'
  readonly code: 'unreadable' | 'invalid-yaml' | 'invalid-entity' | 'not-allowed'
  readonly message: string
  readonly file: string
  /** Absent where the whole file is meant. */
  readonly line?: number
  /** Absent where the document cannot even be named. */
  readonly ref?: string
}

/** An entity that was read offline. */
export interface OfflineEntity extends FilePosition {
  readonly ref: string
  /** As processing leaves it. */
  readonly entity: Entity
  readonly relations: readonly RelationPair[]
  readonly origin: LocationRef
  /** Its document, placeholders filled in and otherwise as it is written. */
  readonly document: unknown
  /** The line of a field of its document. */
  readonly lineOf: (path: ProblemPath) => number
}

/** Everything that some files and those they lead to hold. */
export interface OfflineCatalog {
  readonly files: readonly string[]
  /** In the order they were read; several of one name are all here. */
  readonly entities: readonly OfflineEntity[]
  /** Documents that say who they want to be, and are wrong. */
  readonly failed: readonly (FilePosition & { readonly ref: string })[]
  readonly problems: readonly CatalogProblem[]
  /** Files of which not everything is known, so that what is missing need not be gone. */
  readonly incomplete: ReadonlySet<string>
  /** For files that were reached through another, that one. */
  readonly parents: ReadonlyMap<string, string>
  /** Web addresses that were left alone. */
  readonly notFollowed: readonly (FilePosition & { readonly target: string })[]
  /** Files that stand in the skeleton of a template, and are not entities yet. */
  readonly skeletons: readonly string[]
}

import type { Permission } from '@portico/core/common'
import { defineService, type Schedule } from '@portico/core/server'
import type { FieldRole, SearchDocument } from '@portico/search/common'

/** Documents of one type, from the plugin that owns them. */
export type DocumentSource = SourceOptions & (WholeDocuments | GroupedDocuments)

export interface SourceOptions {
  /** The result type on the wire: `techdocs`. Letters, digits, hyphens and underscores. */
  readonly type: string
  /** Who may see the documents: asked with each document's `authorization.resourceRef`. Without one, everyone who is signed in. */
  readonly visibilityPermission?: Permission
  /** How often everything is read again; `search.collators.<configKey or type>.schedule` overrides it. Default: every 10 min, the first after 3 s, 15 min at most. */
  readonly schedule?: Schedule
  /** The key below `search.collators`, where that is not the type. */
  readonly configKey?: string
  /** What fields count as in the ranking. Default: `title` title, `text` text, `tags` tag, other texts fact. */
  readonly fields?: Readonly<Record<string, FieldRole>>
  /** Multiplies the score of the type's documents. Default 1. */
  readonly boost?: number
  /** Documents whose locations differ only after the `#` are sections of one page: the best one is the result for all of them. */
  readonly hasSections?: boolean
}

export interface SourceRun {
  readonly signal: AbortSignal
  /** What the config has below `search.collators.<configKey or type>`. */
  readonly settings: Readonly<Record<string, unknown>>
}

/** All documents are read by each run. */
export interface WholeDocuments {
  /** Everything there is, a document or a batch at a time, in any order. When it throws, or yields nothing, what was found before stays. */
  documents(run: SourceRun): AsyncIterable<SearchDocument | readonly SearchDocument[]>
}

/** For a source that knows cheaply what has changed: a run by schedule reads only groups in a version that is new. */
export interface GroupedDocuments {
  readonly groups: DocumentGroups
}

export interface DocumentGroups {
  /** All groups there are, a batch at a time, in any order. When it throws, or yields nothing, what was found before stays. */
  list(run: SourceRun): AsyncIterable<readonly GroupVersion[]>
  /** The documents of some of them; none of a group that has gone since. */
  read(groups: readonly string[], run: SourceRun): Promise<Readonly<Record<string, readonly SearchDocument[]>>>
  /** How many are read at a time: requests wait while their documents are made. */
  batchSize(): number
}

export interface GroupVersion {
  /** The `authorization.resourceRef` of its documents, or the `location` of one that has none. */
  readonly group: string
  /** Another one whenever its documents are others, with the same settings. */
  readonly version: string
}

/** Live changes, between two runs. Every replica finds them soon after. */
export interface DocumentUpdates {
  /** Nothing of the type is found any more, from now on. */
  unregister(): Promise<void>
  /**
   * Says that the documents of groups are now these; those a group had before and has no more are gone. An empty list removes a group.
   * A document's group is its `authorization.resourceRef`, or its `location` where it has none. Groups whose versions are told, as `list` of
   * the source would, are not read by the next run; a version that is older than the documents does no harm.
   */
  replace(
    groups: Readonly<Record<string, readonly SearchDocument[]>>,
    versions?: Readonly<Record<string, string | undefined>>,
  ): Promise<void>
  /** Reads everything again as soon as possible. */
  runSoon(): Promise<void>
  /** What the config has below `search.collators.<configKey or type>` now. */
  settings(): Readonly<Record<string, unknown>>
}

/** Changes documents on their way into the index. One that throws costs the run. */
export interface DocumentDecorator {
  /** The types it is for. Default: all. */
  readonly types?: readonly string[]
  /** The document as it should be, several in its place, or none. */
  decorate(document: SearchDocument): SearchDocument | readonly SearchDocument[] | Promise<SearchDocument | readonly SearchDocument[]>
}

/** Search, for plugins that have something to find. */
export interface Search {
  /** Adds a type of documents. Refuses a type that is there already. */
  registerSource(source: DocumentSource): DocumentUpdates
  /** Returns the function that takes it away; documents that are in the index stay as they are until they are read again. */
  registerDecorator(decorator: DocumentDecorator): () => void
}

export const searchService = defineService<Search>('search', { registers: ['registerSource', 'registerDecorator'] })

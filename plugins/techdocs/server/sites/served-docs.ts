import type { Entity } from '@portico/catalog/common'
import type { DocsSiteInfo, TechDocsMetadata } from '@portico/techdocs/common'
import type { Readable } from 'node:stream'
import type { ListedVersion } from '../mkdocs/mkdocs.ts'

/** A site that can be shown now. */
export interface ServedSite {
  /** Names the site: the entity, and the version where it is not the default one. */
  readonly ref: string
  /** Changes with every version. */
  readonly id: string
  readonly info: DocsSiteInfo
  metadata(): TechDocsMetadata
  /** Where its version is, seen from the source of the default one. */
  readonly source?: Pick<ListedVersion, 'branch' | 'folder'>
  /** What stands before the locations of its search index. */
  readonly indexPrefix?: string
}

export interface ServedFile {
  readonly content: Readable | Buffer
  readonly bytes: number
}

/** Where the docs of entities come from: rendered by this server, or published by others. A `reader` is who waits for what is rendered. */
export interface ServedDocs {
  /** Has the newest version prepared. Returns whether there is a new one. */
  sync(entity: Entity, onLog: (line: string) => void, reader: string, version?: string): Promise<boolean>
  /** The site of an entity, in its default version or another; undefined where there is none. */
  open(entity: Entity, reader: string, version?: string): Promise<ServedSite | undefined>
  /** The JSON text of a page, however its address is written: `a/b`, `a/b/`, `a/b/index.html`. */
  page(ref: string, path: string, reader: string): Promise<string | undefined>
  /** A page as a document of its own. */
  document(ref: string, path: string, reader: string): Promise<string | undefined>
  /** Any other file. */
  file(ref: string, path: string): Promise<ServedFile | undefined>
  /** `search/search_index.json`. */
  searchIndex(ref: string): Promise<string | undefined>
}

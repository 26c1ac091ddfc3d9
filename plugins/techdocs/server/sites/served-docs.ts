import type { Entity } from '@portico/catalog/common'
import type { DocsSiteInfo, TechDocsMetadata } from '@portico/techdocs/common'
import type { Readable } from 'node:stream'

/** A site that can be shown now. */
export interface ServedSite {
  readonly ref: string
  /** Changes with every version. */
  readonly id: string
  readonly info: DocsSiteInfo
  metadata(): TechDocsMetadata
}

export interface ServedFile {
  readonly content: Readable | Buffer
  readonly bytes: number
}

/** Where the docs of entities come from: rendered by this server, or published by others. A `reader` is who waits for what is rendered. */
export interface ServedDocs {
  /** Has the newest version prepared. Returns whether there is a new one. */
  sync(entity: Entity, onLog: (line: string) => void, reader: string): Promise<boolean>
  /** The site of an entity; undefined where there is none. */
  open(entity: Entity, reader: string): Promise<ServedSite | undefined>
  /** The JSON text of a page, however its address is written: `a/b`, `a/b/`, `a/b/index.html`. */
  page(ref: string, path: string, reader: string): Promise<string | undefined>
  /** A page as a document of its own. */
  document(ref: string, path: string, reader: string): Promise<string | undefined>
  /** Any other file. */
  file(ref: string, path: string): Promise<ServedFile | undefined>
  /** `search/search_index.json`. */
  searchIndex(ref: string): Promise<string | undefined>
}

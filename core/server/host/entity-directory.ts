import { defineService } from './service.ts'

/** The port for those who know only refs, as they are in config files. The catalog provides it. */
export interface EntityDirectory {
  /** Those of some refs, in full and in lower case, that no entity has. */
  missing(refs: readonly string[]): Promise<readonly string[]>
  /** The groups of a user, with those above them if they count; undefined where there is no such user. */
  groupsOf(userRef: string, options: { readonly nested: boolean }): Promise<readonly string[] | undefined>
}

export const entityDirectoryPort = defineService<EntityDirectory>('entity-directory')

/** An entity that the config names, and the key that names it. */
export interface NamedEntity {
  readonly key: string
  /** In full and in lower case. */
  readonly ref: string
}

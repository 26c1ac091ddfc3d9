import { defineService } from './service.ts'

/** The port for those who know only refs, as they are in config files. The catalog provides it. */
export interface EntityDirectory {
  /** Those of some refs, in full and in lower case, that no entity has. */
  missing(refs: readonly string[]): Promise<readonly string[]>
}

export const entityDirectoryPort = defineService<EntityDirectory>('entity-directory')

/** An entity that the config names, and the key that names it. */
export interface NamedEntity {
  readonly key: string
  /** In full and in lower case. */
  readonly ref: string
}

import type { CatalogDefinition, CatalogDefinitions } from '@portico/catalog/server'
import type { Principal } from '@portico/core/server'
import { definitionMissing, versionNotFound } from '../errors.ts'

/** Which definition is meant: the current one, or an older one by its id. Versions that the caller may not read are not found. */
export interface WantedVersion {
  readonly version?: string | undefined
  readonly caller?: Principal | undefined
}

/** The definitions of APIs and their texts, as they are and as the history of the catalog has them. */
export function createDefinitionTexts(definitions: CatalogDefinitions) {
  /** A definition without its text. */
  async function definitionOf(ref: string, { version, caller }: WantedVersion = {}): Promise<CatalogDefinition> {
    const current = await definitions.current(ref)
    if (version === undefined && !current) throw definitionMissing(ref)
    if (current && (version === undefined || version === current.id)) return current
    const older = (await definitions.versions(ref, caller)).find(({ id }) => id === version)
    if (!older) throw versionNotFound(ref, version ?? '')
    return older
  }

  async function textOf(ref: string, { id }: Pick<CatalogDefinition, 'id'>): Promise<string> {
    const text = await definitions.text(ref, id)
    if (text === undefined) throw versionNotFound(ref, id)
    return text
  }

  return {
    definitionOf,
    textOf,
    /** The text of the current definition, or of an older one. */
    definitionText: async (ref: string, wanted: WantedVersion = {}): Promise<string> => textOf(ref, await definitionOf(ref, wanted)),
  }
}

export type DefinitionTexts = ReturnType<typeof createDefinitionTexts>

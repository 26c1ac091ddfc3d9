import type { CountedDefinition } from '@portico/api-docs/common'
import { defineEvent } from '@portico/core/common'
import { defineService } from '@portico/core/server'
import { z } from 'zod'

/** What other plugins may know of definitions. It does not check permissions: plugins that show it to users must. */
export interface ApiDefinitions {
  /** Counts of the definitions as they are, as far as they have been read. */
  countsOf(refs: readonly string[]): Promise<CountedDefinition[]>
}

export const apiDefinitionsService = defineService<ApiDefinitions>('api-definitions', { remote: ['countsOf'] })

export interface DefinitionRead {
  readonly entityRef: string
  /** Which text it has now: the version in addresses. */
  readonly textId: string
  /** Which text it had when it was read before; absent for the first reading. */
  readonly previousTextId?: string | undefined
}

/** Says that a definition came or changed, after it was read. */
export const definitionRead = defineEvent<DefinitionRead>(
  'api-docs.definition-read',
  z.object({ entityRef: z.string(), textId: z.string(), previousTextId: z.string().optional() }),
)

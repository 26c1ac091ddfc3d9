import type { Facts } from '@portico/connectors/server'
import type { Events } from '@portico/core/server'
import { definitionRead, type ApiDefinitions } from '../api-definitions-service.ts'

interface Dependencies {
  readonly events: Pick<Events, 'subscribe'>
  readonly facts: Facts | undefined
  readonly countsOf: ApiDefinitions['countsOf']
}

/** What callers call: of OpenAPI, AsyncAPI, GraphQL and gRPC. */
const operationKinds = ['operation', 'channel', 'field', 'method'] as const

/** What was read in a definition, as facts: for checks, and for other plugins. */
export function tellDefinitionFacts({ events, facts, countsOf }: Dependencies): void {
  const source = facts?.declare('definition', [
    { name: 'definition.version', title: 'Version of the definition', type: 'text' },
    { name: 'definition.operations', title: 'Operations', type: 'number' },
    { name: 'definition.errors', title: 'Errors in the definition', type: 'number' },
    { name: 'definition.warnings', title: 'Warnings in the definition', type: 'number' },
  ])
  if (!source) return
  events.subscribe({
    id: 'tell-definition-facts',
    events: [definitionRead],
    async run({ payload: { entityRef } }) {
      const [counted] = await countsOf([entityRef])
      if (!counted) return source.remove([entityRef])
      const { version, counts } = counted
      await source.put([
        { entityRef, name: 'definition.version', value: version ?? null },
        { entityRef, name: 'definition.operations', value: operationKinds.reduce((sum, kind) => sum + (counts.items[kind] ?? 0), 0) },
        { entityRef, name: 'definition.errors', value: counts.errors },
        { entityRef, name: 'definition.warnings', value: counts.warnings },
      ])
    },
  })
}

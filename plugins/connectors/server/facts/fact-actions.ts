import { FactDefinition, FactPoint, FactValue } from '@portico/connectors/common'
import type { Actions } from '@portico/core/server'
import { z } from 'zod'
import type { Definitions } from './definitions.ts'
import type { FactReading } from './read-facts.ts'

const attributes = { readOnly: true, idempotent: true } as const
const Ref = z.string().min(3).max(500).describe('The entity, as component:default/website')

/** Facts for other programs and agents. */
export function registerFactActions(
  actions: Actions,
  { reading, definitions }: { readonly reading: FactReading; readonly definitions: Definitions },
): void {
  actions.register({
    name: 'list-facts',
    title: 'List facts',
    description:
      'What tools say about entities: deployments, quality, alerts, findings, cost and more, with the age of each value and the error where it could not be read. Only entities that the caller may see.',
    attributes,
    input: z.strictObject({
      entityRefs: z.array(Ref).max(50).optional().describe('Only these entities'),
      names: z.array(z.string().max(130)).max(50).optional().describe('Only these facts, as argocd.sync'),
      after: z.string().max(1000).optional().describe('What the page before answered in next'),
      limit: z.number().int().min(1).max(200).default(50),
    }),
    output: z.object({ definitions: z.array(FactDefinition), items: z.array(FactValue), next: z.string().optional() }),
    async run({ input: { entityRefs, names, ...page }, caller }) {
      const found = await reading.page(caller, { ...(entityRefs && { entityRefs }), ...(names && { names }) }, page)
      const used = new Set(found.items.map(({ name }) => name))
      return { ...found, definitions: definitions.all().filter(({ name }) => used.has(name)) }
    },
  })
  actions.register({
    name: 'list-fact-definitions',
    title: 'List which facts there are',
    description: 'The facts that are known about entities, by name, with type, unit and description',
    attributes,
    input: z.strictObject({}),
    output: z.object({ items: z.array(FactDefinition) }),
    run: async () => ({ items: [...definitions.all()] }),
  })
  actions.register({
    name: 'get-fact-history',
    title: 'Get the history of a fact',
    description: 'The values that a fact of an entity had within a time, 30 days by default; each holds until the next',
    attributes,
    input: z.strictObject({
      entityRef: Ref,
      name: z.string().max(130),
      from: z.iso.datetime().optional(),
      to: z.iso.datetime().optional(),
    }),
    output: z.object({ definition: FactDefinition, points: z.array(FactPoint) }),
    run: ({ input: { entityRef, name, from, to }, caller }) => reading.history(caller, entityRef, name, { from, to }),
  })
}

import type { KindDefinition } from './definition.ts'
import { ownedByField, specOf, text } from './spec-fields.ts'

const object = { type: 'object' } as const
const objects = { type: 'array', items: object } as const

const step = {
  type: 'object',
  required: ['action'],
  properties: {
    id: text,
    name: text,
    action: text,
    input: object,
    if: { type: ['string', 'boolean'] },
    each: { type: ['string', 'array', 'object'] },
    'backstage:permissions': object,
  },
} as const

/** A recipe from which new things are made. */
export const templateKind: KindDefinition = {
  kind: 'Template',
  apiVersions: ['scaffolder.backstage.io/v1beta3'],
  schema: specOf(
    {
      type: text,
      owner: text,
      lifecycle: text,
      parameters: { anyOf: [object, objects] },
      steps: { type: 'array', items: step },
      output: object,
      secrets: { type: 'object', properties: { schema: object } },
      presentation: {
        type: 'object',
        properties: {
          buttonLabels: { type: 'object', properties: { backButtonText: text, createButtonText: text, reviewButtonText: text } },
        },
      },
      EXPERIMENTAL_recovery: { type: 'object', properties: { EXPERIMENTAL_strategy: { enum: ['none', 'startOver'] } } },
      formDecorators: objects,
      EXPERIMENTAL_formDecorators: objects,
    },
    ['type', 'steps'],
  ),
  relations: [ownedByField],
}

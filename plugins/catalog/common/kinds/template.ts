import type { KindDefinition } from './definition.ts'
import { ownedByField, specOf, text } from './spec-fields.ts'

const object = { type: 'object' } as const
const objects = { type: 'array', items: object } as const
// Unlike elsewhere these may be empty.
const anyText = { type: 'string' } as const
const condition = { type: ['string', 'boolean'] } as const
const permissions = { type: 'object', properties: { tags: { type: 'array', items: anyText } } } as const

const page = { type: 'object', properties: { 'backstage:permissions': permissions } } as const

const step = {
  type: 'object',
  required: ['action'],
  properties: {
    id: anyText,
    name: anyText,
    action: anyText,
    input: object,
    if: condition,
    'backstage:permissions': permissions,
  },
} as const

const output = {
  type: 'object',
  properties: {
    links: {
      type: 'array',
      items: { type: 'object', properties: { if: condition, url: text, entityRef: text, title: text, icon: text } },
    },
    text: { type: 'array', items: { type: 'object', properties: { if: condition, title: text, icon: text, content: anyText } } },
  },
  additionalProperties: anyText,
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
      parameters: { anyOf: [page, { type: 'array', items: page }] },
      steps: { type: 'array', items: step },
      output,
      secrets: { type: 'object', properties: { schema: object } },
      presentation: {
        type: 'object',
        properties: {
          buttonLabels: { type: 'object', properties: { backButtonText: anyText, createButtonText: anyText, reviewButtonText: anyText } },
        },
      },
      EXPERIMENTAL_recovery: { type: 'object', properties: { EXPERIMENTAL_strategy: anyText } },
      formDecorators: objects,
      EXPERIMENTAL_formDecorators: objects,
    },
    ['type', 'steps'],
  ),
  relations: [ownedByField],
}

import type { KindDefinition } from './definition.ts'
import { specOf, standardVersions, text, texts } from './spec-fields.ts'

/** Where more entities are read from. */
export const locationKind: KindDefinition = {
  kind: 'Location',
  apiVersions: standardVersions,
  schema: specOf({ type: text, target: text, targets: texts, presence: { type: 'string', enum: ['required', 'optional'] } }, []),
  relations: [],
}

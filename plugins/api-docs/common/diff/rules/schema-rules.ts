import type { Impact } from '../../changes.ts'
import type { ChangeRule } from './rule.ts'

type Side = readonly [impact: Impact, why: string]

/** What can change in a schema: in what clients send, and in what they get. */
const aspects = {
  'field-added': ['added', ['compatible', 'Clients need not send it.'], ['compatible', 'Clients skip fields that they do not know.']],
  'required-field-added': [
    'added',
    ['breaking', 'Requests of existing clients lack it, and are refused.'],
    ['compatible', 'Clients skip fields that they do not know.'],
  ],
  'field-removed': [
    'removed',
    ['risky', 'What clients still send has no effect, or is refused by a strict server.'],
    ['breaking', 'Clients that read it no longer find it.'],
  ],
  'field-refused': [
    'removed',
    ['breaking', 'The schema allows no other fields: requests that still send it are refused.'],
    ['breaking', 'Clients that read it no longer find it.'],
  ],
  'field-became-required': [
    'changed',
    ['breaking', 'Requests that leave it out are refused.'],
    ['compatible', 'Clients can now rely on it.'],
  ],
  'field-became-optional': [
    'changed',
    ['compatible', 'Clients may go on sending it.'],
    ['breaking', 'Clients that rely on it may find nothing.'],
  ],
  'type-changed': [
    'changed',
    ['breaking', 'Values that were accepted are refused.'],
    ['breaking', 'Clients get values of a type that they do not expect.'],
  ],
  'type-widened': [
    'changed',
    ['compatible', 'All that was accepted still is.'],
    ['breaking', 'Clients get values of a type that they do not expect.'],
  ],
  'type-narrowed': [
    'changed',
    ['breaking', 'Values that were accepted are refused.'],
    ['compatible', 'Clients get only what they got before.'],
  ],
  'type-stated': [
    'changed',
    ['risky', 'Anything was allowed. If the server did accept other types, they are refused now.'],
    ['compatible', 'Clients know more exactly what they get.'],
  ],
  'type-dropped': [
    'changed',
    ['compatible', 'All that was accepted still is.'],
    ['risky', 'The definition no longer says what clients get.'],
  ],
  'null-allowed': ['changed', ['compatible', 'All that was accepted still is.'], ['breaking', 'Clients that expect a value may get null.']],
  'null-refused': ['changed', ['breaking', 'Requests that send null are refused.'], ['compatible', 'Clients always get a value.']],
  'format-changed': [
    'changed',
    ['risky', 'Values in the old format may be refused.'],
    ['risky', 'Clients that parse the value by its format may fail.'],
  ],
  'format-widened': [
    'changed',
    ['compatible', 'All that was accepted still is.'],
    ['risky', 'Clients may get values that do not fit what they read them into.'],
  ],
  'format-narrowed': [
    'changed',
    ['risky', 'Values that do not have this format may be refused.'],
    ['compatible', 'Clients get only what they got before.'],
  ],
  'enum-value-added': [
    'added',
    ['compatible', 'All that was accepted still is.'],
    ['risky', 'Clients that know all values meet one that they do not know.'],
  ],
  'enum-value-removed': [
    'removed',
    ['breaking', 'Requests with this value are refused.'],
    ['compatible', 'Clients get only values that they know.'],
  ],
  'enum-introduced': [
    'changed',
    ['breaking', 'Requests with any other value are refused.'],
    ['compatible', 'Clients get only what they got before.'],
  ],
  'enum-dropped': [
    'changed',
    ['compatible', 'All that was accepted still is.'],
    ['risky', 'Clients that know all values may meet others.'],
  ],
  'limit-narrowed': [
    'changed',
    ['breaking', 'Values that were within the limit are refused.'],
    ['compatible', 'Clients get only what they got before.'],
  ],
  'limit-widened': [
    'changed',
    ['compatible', 'All that was accepted still is.'],
    ['risky', 'Clients that rely on the limit may get values beyond it.'],
  ],
  'pattern-changed': [
    'changed',
    ['risky', 'Values that fit the old pattern may be refused. Patterns cannot be compared.'],
    ['risky', 'Clients that rely on the pattern may get other values.'],
  ],
  'default-changed': [
    'changed',
    ['risky', 'Requests that leave the value out mean something else now.'],
    ['compatible', 'It says what is assumed where a value is absent.'],
  ],
  'variant-added': ['added', ['compatible', 'All that was accepted still is.'], ['risky', 'Clients meet a variant that they do not know.']],
  'variant-removed': [
    'removed',
    ['breaking', 'Requests of this variant are refused.'],
    ['compatible', 'Clients get only variants that they know.'],
  ],
  'other-fields-refused': [
    'changed',
    ['risky', 'Requests with fields that the schema does not name are refused.'],
    ['compatible', 'Clients get only fields that they know.'],
  ],
  'other-fields-allowed': [
    'changed',
    ['compatible', 'All that was accepted still is.'],
    ['compatible', 'Clients skip fields that they do not know.'],
  ],
  'discriminator-changed': [
    'changed',
    ['breaking', 'The variant of a request is told by another field or value.'],
    ['breaking', 'Clients tell variants apart by another field or value.'],
  ],
  'condition-changed': [
    'changed',
    ['risky', 'What must hold has changed in a way that cannot be compared. Requests may be refused.'],
    ['risky', 'What must hold has changed in a way that cannot be compared.'],
  ],
} as const satisfies Record<string, readonly [ChangeRule['kind'], Side, Side]>

export type SchemaAspect = keyof typeof aspects
/** Whether clients send it or get it. */
export type SchemaUse = 'request' | 'response'
export type SchemaRuleId = `${SchemaUse}-${SchemaAspect}`

/** `request-field-removed`, `response-field-removed`, … */
export const schemaRules = Object.fromEntries(
  Object.entries(aspects).flatMap(([aspect, [kind, request, response]]) => [
    [`request-${aspect}`, { kind, impact: request[0], why: request[1] }],
    [`response-${aspect}`, { kind, impact: response[0], why: response[1] }],
  ]),
) as Record<SchemaRuleId, ChangeRule>

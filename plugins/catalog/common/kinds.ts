import { compileJsonSchema, inputError, type JsonSchemaCheck } from '@portico/core/common'
import { z } from 'zod'
import { allowedFormats, isValidApiVersion, isValidKind } from './formats.ts'
import type { KindDefinition } from './kinds/definition.ts'
import { aiResourceKind, standardKinds } from './kinds/standard-kinds.ts'
import { templateKind } from './kinds/template.ts'

/** The kinds that are always there. */
export const builtInKinds: readonly KindDefinition[] = [...standardKinds, templateKind]

const optionalKinds: readonly KindDefinition[] = [aiResourceKind]

/** A kind of an organisation's own, as one entry of `catalog.kinds` in config. */
export const KindConfig = z.strictObject({
  kind: z.string().refine(isValidKind, allowedFormats.kind).describe('The name of the kind, such as Model'),
  apiVersions: z
    .array(z.string().refine(isValidApiVersion, allowedFormats.apiVersion))
    .min(1)
    .optional()
    .describe('The versions it may be written in; backstage.io/v1alpha1 by default'),
  schema: z
    .record(z.string(), z.unknown())
    .superRefine((schema, context) => compileJsonSchema(schema).mistakes.forEach(message => context.addIssue({ code: 'custom', message })))
    .optional()
    .describe('JSON Schema of spec'),
  relations: z
    .array(
      z.strictObject({
        field: z.string().min(1).describe('A field of spec that holds one entity ref or a list of them, dotted'),
        type: z.string().min(1).describe('The relation from this entity to the named one, such as ownedBy'),
        inverse: z.string().min(1).describe('The relation from the named entity back, such as ownerOf'),
        defaultKind: z.string().refine(isValidKind, allowedFormats.kind).optional().describe('The kind of refs that name none'),
      }),
    )
    .optional()
    .describe('The fields that tie it to other entities'),
  icon: z.string().min(1).optional().describe('The name of the icon that screens show'),
  plural: z.string().min(1).optional().describe('The plural of its name'),
})
export type KindConfig = z.input<typeof KindConfig>

/** The definition of a kind from config. Only the name is needed for a kind that is known but optional, such as AiResource. */
export function toKindDefinition(config: KindConfig): KindDefinition {
  const { kind, apiVersions, schema, relations, icon, plural } = KindConfig.parse(config)
  const known = optionalKinds.find(candidate => candidate.kind === kind)
  return {
    kind,
    apiVersions: apiVersions ?? known?.apiVersions ?? ['backstage.io/v1alpha1'],
    schema: schema ?? known?.schema ?? { type: 'object' },
    relations:
      relations?.map(({ field, type, inverse, defaultKind }) => ({
        field: field.replace(/^spec\./, ''),
        type,
        inverse,
        ...(defaultKind !== undefined && { defaultKind }),
      })) ??
      known?.relations ??
      [],
    ...(icon !== undefined && { icon }),
    ...(plural !== undefined && { plural }),
  }
}

/** The built-in kinds and an organisation's own. A kind in a version that is taken already is refused. */
export function toKinds(configs: readonly KindConfig[]): readonly KindDefinition[] {
  const kinds = [...builtInKinds]
  for (const definition of configs.map(toKindDefinition)) {
    const rival = kinds.find(
      other => isSameKind(other, definition) && other.apiVersions.some(version => definition.apiVersions.includes(version)),
    )
    if (rival)
      throw inputError(`The kind ${definition.kind} is defined twice for ${rival.apiVersions.join(', ')}`, { code: 'catalog.kind-exists' })
    kinds.push(definition)
  }
  return kinds
}

function isSameKind(left: KindDefinition, right: KindDefinition): boolean {
  return left.kind.toLowerCase() === right.kind.toLowerCase()
}

const checks = new WeakMap<KindDefinition, JsonSchemaCheck>()

/** The check of a kind's spec; its schema is read once. */
export function specCheckOf(definition: KindDefinition): JsonSchemaCheck {
  let check = checks.get(definition)
  if (!check) checks.set(definition, (check = requireCheck(definition)))
  return check
}

function requireCheck({ kind, schema }: KindDefinition): JsonSchemaCheck {
  const { check, mistakes } = compileJsonSchema(schema)
  if (mistakes.length === 0) return check
  throw inputError(`The schema of kind ${kind} is not usable: ${mistakes.join('; ')}`, { code: 'catalog.invalid-schema' })
}

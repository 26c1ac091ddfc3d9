import type { Parameter, SchemaProperty } from '@portico/api-docs/common'

type Described = Omit<Parameter, 'in'>

/** A parameter or a header as a field of a schema: what is said about it comes before what its schema says. */
export function toField({ name, isRequired = false, ...parameter }: Described): SchemaProperty {
  const media = parameter.media?.[0]
  const schema = parameter.schema ?? media?.schema ?? {}
  const facts: (readonly [string, unknown])[] = [
    ...(media ? [['mediaType', media.type] as const] : []),
    ...(parameter.style === undefined ? [] : [['style', parameter.style] as const]),
    ...(parameter.explode === undefined ? [] : [['explode', parameter.explode] as const]),
    ...(parameter.allowEmptyValue ? [['allowEmptyValue', true] as const] : []),
    ...(parameter.allowReserved ? [['allowReserved', true] as const] : []),
  ]
  const given = parameter.examples.flatMap(({ text, isMade }) => (text === undefined || isMade ? [] : [text]))
  return {
    name,
    isRequired,
    schema: {
      ...schema,
      ...(parameter.description !== undefined && { description: parameter.description }),
      ...(parameter.isDeprecated && { isDeprecated: true }),
      ...(facts.length > 0 && { constraints: [...(schema.constraints ?? []), ...facts] }),
      ...(given.length > 0 && { examples: given }),
    },
  }
}

import { isRecord, textOf, toRecord } from '@portico/core/common'
import {
  isLanguageDirective,
  isLanguageScalar,
  type ModelArgument,
  type ModelField,
  type ModelType,
  rootKinds,
  type SchemaModel,
} from './schema-model.ts'

/** How many lists and non-nulls may be around a type. */
const maxWrappers = 20

const forms = new Map([
  ['OBJECT', 'object'],
  ['INTERFACE', 'interface'],
  ['INPUT_OBJECT', 'input'],
  ['ENUM', 'enum'],
  ['UNION', 'union'],
  ['SCALAR', 'scalar'],
] as const)

type Named = Record<string, unknown> & { readonly name: string }

/** Reads the result of an introspection query: `{ data: { __schema } }` or `{ __schema }`. Undefined: it is none. */
export function readIntrospection(document: unknown): SchemaModel | undefined {
  const schema = toRecord(document).__schema ?? toRecord(toRecord(document).data).__schema
  if (!isRecord(schema) || !Array.isArray(schema.types)) return undefined
  const roots = rootKinds.flatMap(kind => namedOf([schema[`${kind}Type`]]).map(({ name }) => [kind, name] as const))
  return {
    description: textOf(schema.description),
    types: byName(namedOf(schema.types).filter(isOwnType).flatMap(toType)),
    directives: byName(
      namedOf(schema.directives)
        .filter(({ name }) => !isLanguageDirective(name))
        .map(toDirective),
    ),
    roots: new Map(roots),
  }
}

const byName = (types: readonly ModelType[]) => new Map(types.map(type => [type.name, type]))
const isOwnType = ({ name }: Named) => !name.startsWith('__') && !isLanguageScalar(name)
const namesOf = (value: unknown) => namedOf(value).map(({ name }) => name)

function namedOf(value: unknown): Named[] {
  return Array.isArray(value) ? value.filter((item): item is Named => isRecord(item) && textOf(item.name) !== undefined) : []
}

function toType(type: Named): ModelType[] {
  const form = forms.get(type.kind as 'OBJECT')
  if (!form) return []
  return [
    {
      name: type.name,
      form,
      description: textOf(type.description),
      isExtension: false,
      specifiedByUrl: textOf(type.specifiedByURL),
      interfaces: namesOf(type.interfaces),
      members: form === 'union' ? namesOf(type.possibleTypes) : [],
      fields: [...namedOf(type.fields), ...namedOf(type.inputFields)].map(toField),
      values: namedOf(type.enumValues).map(value => ({
        name: value.name,
        description: textOf(value.description),
        ...deprecationOf(value),
      })),
      arguments: [],
      locations: [],
      directives: type.isOneOf === true ? ['@oneOf'] : [],
    },
  ]
}

function toDirective({ name, description, args, locations }: Named): ModelType {
  return {
    name,
    form: 'directive',
    description: textOf(description),
    isExtension: false,
    interfaces: [],
    members: [],
    fields: [],
    values: [],
    arguments: namedOf(args).map(toArgument),
    locations: Array.isArray(locations) ? locations.filter(location => typeof location === 'string') : [],
    directives: [],
  }
}

function toField(field: Named): ModelField {
  return { ...toArgument(field), arguments: namedOf(field.args).map(toArgument) }
}

function toArgument(argument: Named): ModelArgument {
  const { name, description, type, defaultValue } = argument
  const details = { description: textOf(description), default: textOf(defaultValue), ...deprecationOf(argument) }
  return { name, type: typeText(type), directives: [], ...details }
}

function deprecationOf({ isDeprecated, deprecationReason }: Named) {
  if (isDeprecated !== true) return {}
  const reason = textOf(deprecationReason)
  return { deprecation: reason ?? 'No longer supported', hasNoReason: reason === undefined }
}

/** `[Booking!]!` of what introspection says about a type. */
function typeText(type: unknown, depth = 0): string {
  const { kind, name, ofType } = toRecord(type)
  if (depth > maxWrappers) return 'Unknown'
  if (kind === 'NON_NULL') return `${typeText(ofType, depth + 1)}!`
  if (kind === 'LIST') return `[${typeText(ofType, depth + 1)}]`
  return textOf(name) ?? 'Unknown'
}

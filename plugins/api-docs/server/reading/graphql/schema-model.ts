import type { GraphqlTypePart } from '@portico/api-docs/common'

export interface ModelArgument {
  readonly name: string
  readonly description?: string | undefined
  /** As written: `[Booking!]!`. */
  readonly type: string
  readonly default?: string | undefined
  readonly deprecation?: string | undefined
  readonly hasNoReason?: boolean | undefined
  readonly directives: readonly string[]
  readonly line?: number | undefined
}

export interface ModelField extends ModelArgument {
  readonly arguments: readonly ModelArgument[]
}

export interface ModelValue {
  readonly name: string
  readonly description?: string | undefined
  readonly deprecation?: string | undefined
  readonly hasNoReason?: boolean | undefined
}

/** A type or a directive with all its extensions, whether it was written as SDL or came from introspection. */
export interface ModelType {
  readonly name: string
  readonly form: GraphqlTypePart['form']
  description?: string | undefined
  /** Only extensions are here: its base is in another schema. */
  isExtension: boolean
  readonly specifiedByUrl?: string | undefined
  readonly interfaces: string[]
  /** Of a union. */
  readonly members: string[]
  readonly fields: ModelField[]
  readonly values: ModelValue[]
  /** Of a directive. */
  readonly arguments: readonly ModelArgument[]
  readonly locations: readonly string[]
  readonly directives: string[]
  readonly line?: number | undefined
}

export type RootKind = 'query' | 'mutation' | 'subscription'
export const rootKinds: readonly RootKind[] = ['query', 'mutation', 'subscription']

/** What a text says, before it is known whether it is a whole schema. */
export interface SchemaModel {
  description?: string | undefined
  readonly types: Map<string, ModelType>
  readonly directives: Map<string, ModelType>
  /** The names of the root types. */
  readonly roots: Map<RootKind, string>
}

const scalars = new Set(['Int', 'Float', 'String', 'Boolean', 'ID'])
const languageDirectives = new Set(['skip', 'include', 'deprecated', 'specifiedBy', 'oneOf', 'defer', 'stream'])

export const isLanguageScalar = (name: string) => scalars.has(name)
export const isLanguageDirective = (name: string) => languageDirectives.has(name)

/** `Booking` of `[Booking!]!`. */
export const namedType = (type: string) => type.replace(/[[\]!\s]/g, '')

/** The kind of the root type with this name, where it is one. */
export function rootKindOf({ roots }: SchemaModel, name: string): RootKind | undefined {
  return rootKinds.find(kind => roots.get(kind) === name)
}

/** Names a root type that the schema does not name itself: by the names that the language gives them. */
export function addDefaultRoots({ roots, types }: SchemaModel) {
  for (const kind of rootKinds) {
    const name = kind[0]?.toUpperCase() + kind.slice(1)
    if (types.get(name)?.form === 'object') roots.set(kind, name)
  }
}

import type { PartLink } from './message-parts.ts'

/** A type as it is written where it is used: `[Booking!]!`, with the part that it leads to. Scalars of the language lead nowhere. */
export interface TypeUse {
  readonly text: string
  readonly ref?: string
}

export interface GraphqlArgument {
  readonly name: string
  readonly description?: string
  readonly type: TypeUse
  readonly default?: string
  readonly deprecation?: string
  readonly directives?: readonly string[]
}

export interface GraphqlField {
  readonly name: string
  readonly description?: string
  readonly type: TypeUse
  readonly arguments: readonly GraphqlArgument[]
  /** Why it should not be used any more. */
  readonly deprecation?: string
  /** As written: `@key(fields: "id")`. */
  readonly directives?: readonly string[]
}

/** A type of GraphQL, or a directive. */
export interface GraphqlTypePart {
  readonly kind: 'graphql-type'
  readonly id: string
  readonly name: string
  readonly form: 'object' | 'interface' | 'input' | 'enum' | 'union' | 'scalar' | 'directive'
  readonly description?: string
  readonly isExtension?: boolean
  readonly specifiedByUrl?: string
  readonly interfaces: readonly TypeUse[]
  /** Of an interface or a union. */
  readonly possibleTypes: readonly TypeUse[]
  readonly fields: readonly GraphqlField[]
  readonly values: readonly { readonly name: string; readonly description?: string; readonly deprecation?: string }[]
  /** Of a directive. */
  readonly arguments?: readonly GraphqlArgument[]
  readonly locations?: readonly string[]
  readonly directives?: readonly string[]
  /** Where it is used: fields, arguments and types. The first of them; `usedByTotal` counts all. */
  readonly usedBy: readonly PartLink[]
  readonly usedByTotal: number
}

/** A field of the query, mutation or subscription type: what a client asks for. */
export interface GraphqlFieldPart {
  readonly kind: 'graphql-field'
  readonly id: string
  readonly root: 'query' | 'mutation' | 'subscription'
  readonly field: GraphqlField
  /** An operation that calls it, with its arguments as variables. */
  readonly example: string
}

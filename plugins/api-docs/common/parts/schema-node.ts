/**
 * A schema as it is shown, whichever language it was written in (OpenAPI 2 to 3.2, AsyncAPI, JSON Schema, Avro). What it refers to is a part of
 * its own, so that a schema that holds itself is harmless.
 */
export interface SchemaNode {
  /** The id of the `schema` part that this is. What else is set here is said in addition, such as a description. */
  readonly ref?: string
  /** The name of that schema, or why there is none: the reference is missing. */
  readonly refLabel?: string
  readonly isRefMissing?: boolean
  /** `string`, `integer`, `object`, …; `null` among them for what may be null. Empty for anything. */
  readonly types?: readonly string[]
  readonly format?: string
  readonly title?: string
  readonly description?: string
  readonly isDeprecated?: boolean
  readonly isReadOnly?: boolean
  readonly isWriteOnly?: boolean
  /** By the names of the language, in its order: `minLength`, `pattern`, `uniqueItems`, … */
  readonly constraints?: readonly (readonly [name: string, value: unknown])[]
  readonly enum?: readonly unknown[]
  /** What single values of the enum mean, where it is said. */
  readonly enumTexts?: Readonly<Record<string, string>>
  readonly const?: unknown
  readonly default?: unknown
  readonly examples?: readonly unknown[]
  readonly properties?: readonly SchemaProperty[]
  readonly patternProperties?: readonly { readonly pattern: string; readonly schema: SchemaNode }[]
  /** `false`: no others may be there. Absent: nothing is said. */
  readonly additionalProperties?: SchemaNode | boolean
  readonly propertyNames?: SchemaNode
  readonly items?: SchemaNode
  readonly prefixItems?: readonly SchemaNode[]
  readonly contains?: SchemaNode
  readonly oneOf?: readonly SchemaNode[]
  readonly anyOf?: readonly SchemaNode[]
  readonly allOf?: readonly SchemaNode[]
  readonly not?: SchemaNode
  readonly if?: SchemaNode
  readonly then?: SchemaNode
  readonly else?: SchemaNode
  readonly discriminator?: { readonly property: string; readonly mapping?: Readonly<Record<string, string>> }
  readonly externalDocs?: ExternalDocs
  /** `x-…`, and words of the language that have no place above. */
  readonly extensions?: Readonly<Record<string, unknown>>
  /** Nested deeper than is read: what is below is not shown. */
  readonly isCut?: boolean
}

export interface SchemaProperty {
  readonly name: string
  readonly isRequired?: boolean
  readonly schema: SchemaNode
}

export interface ExternalDocs {
  readonly url: string
  readonly description?: string
}

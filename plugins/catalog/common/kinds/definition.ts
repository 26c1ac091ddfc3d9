import type { JsonSchema } from '@portico/core/common'

/** A field of a kind's spec that names other entities. */
export interface RelationField {
  /** The path of the field below `spec`, dotted: `owner`, `profile.manager`. Its value is one ref or a list of them. */
  readonly field: string
  /** What the entity is to the one it names: `ownedBy`. */
  readonly type: string
  /** What the named one is to this entity: `ownerOf`. */
  readonly inverse: string
  /** The kind of a ref that names none; without it, refs must say their kind. */
  readonly defaultKind?: string
}

/** Everything the catalog knows about a kind: which versions there are, what the spec holds and whom it names. */
export interface KindDefinition {
  readonly kind: string
  readonly apiVersions: readonly string[]
  /** JSON Schema of `spec`. */
  readonly schema: JsonSchema
  readonly relations: readonly RelationField[]
  readonly icon?: string
  /** How several of the kind are called on screens; the kind and an `s` by default. */
  readonly plural?: string
}

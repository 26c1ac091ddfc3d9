import type { GraphqlFieldPart, GraphqlTypePart } from './graphql-parts.ts'
import type { GrpcMethodPart, GrpcServicePart, GrpcTypePart } from './grpc-parts.ts'
import type { Example, OperationPart, SecurityNeed, SecurityScheme, Server } from './http-parts.ts'
import type { ChannelPart, MessagePart, MessagingPart, PartLink } from './message-parts.ts'
import type { ExternalDocs, SchemaNode } from './schema-node.ts'

/** What holds for a whole definition. */
export interface AboutPart {
  readonly kind: 'about'
  readonly id: string
  readonly summary?: string
  readonly description?: string
  readonly termsOfService?: string
  readonly contact?: { readonly name?: string; readonly url?: string; readonly email?: string }
  readonly licence?: { readonly name: string; readonly url?: string }
  readonly externalDocs?: ExternalDocs
  readonly servers: readonly Server[]
  readonly security: readonly SecurityNeed[][]
  readonly securitySchemes: readonly SecurityScheme[]
  /** Facts of the format, in plain words: `['Package', 'locker.v1']`, `['Default content type', 'application/json']`. */
  readonly facts: readonly (readonly [name: string, value: string])[]
  readonly extensions?: Readonly<Record<string, unknown>>
}

/** A schema that has a name. */
export interface SchemaPart {
  readonly kind: 'schema'
  readonly id: string
  readonly name: string
  readonly schema: SchemaNode
  readonly example?: Example
  /** Which items and schemas refer to it: the first of them. */
  readonly usedBy: readonly PartLink[]
  readonly usedByTotal: number
}

/** What is shown at once and by itself: it refers to other parts by their ids. */
export type Part =
  | AboutPart
  | OperationPart
  | SchemaPart
  | ChannelPart
  | MessagingPart
  | MessagePart
  | GraphqlTypePart
  | GraphqlFieldPart
  | GrpcServicePart
  | GrpcMethodPart
  | GrpcTypePart

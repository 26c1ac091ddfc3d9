import type { Example, SecurityNeed } from './http-parts.ts'
import type { ExternalDocs, SchemaNode } from './schema-node.ts'

/** A link to another part. */
export interface PartLink {
  readonly id: string
  readonly label: string
}

type Bindings = Readonly<Record<string, unknown>>

/** A channel of AsyncAPI. */
export interface ChannelPart {
  readonly kind: 'channel'
  readonly id: string
  readonly name: string
  /** A topic, a queue, a path; absent where it is known only while it runs. */
  readonly address?: string
  readonly title?: string
  readonly summary?: string
  readonly description?: string
  readonly parameters: readonly {
    readonly name: string
    readonly description?: string
    readonly schema?: SchemaNode
    readonly location?: string
  }[]
  /** Names of servers; empty: all. */
  readonly servers: readonly string[]
  readonly messages: readonly PartLink[]
  /** What is done on it. */
  readonly operations: readonly PartLink[]
  readonly bindings?: Bindings
  readonly externalDocs?: ExternalDocs
  readonly extensions?: Readonly<Record<string, unknown>>
}

/** An operation of AsyncAPI: the application sends to a channel, or receives from it. */
export interface MessagingPart {
  readonly kind: 'messaging'
  readonly id: string
  readonly name: string
  readonly action: 'send' | 'receive'
  readonly title?: string
  readonly summary?: string
  readonly description?: string
  readonly isDeprecated?: boolean
  readonly channel?: PartLink
  readonly messages: readonly PartLink[]
  readonly reply?: { readonly channel?: PartLink; readonly address?: string; readonly messages: readonly PartLink[] }
  readonly security?: readonly SecurityNeed[][]
  readonly bindings?: Bindings
  readonly externalDocs?: ExternalDocs
  readonly extensions?: Readonly<Record<string, unknown>>
}

/** A message of AsyncAPI. */
export interface MessagePart {
  readonly kind: 'message'
  readonly id: string
  readonly name: string
  readonly title?: string
  readonly summary?: string
  readonly description?: string
  readonly isDeprecated?: boolean
  readonly contentType?: string
  readonly payload?: SchemaNode
  /** Shown as text where its language is not read: Protobuf, XSD. */
  readonly payloadText?: { readonly format: string; readonly text: string }
  readonly headers?: SchemaNode
  readonly correlationId?: { readonly location: string; readonly description?: string }
  readonly examples: readonly {
    readonly payload?: Example
    readonly headers?: Example
    readonly name?: string
    readonly summary?: string
  }[]
  readonly bindings?: Bindings
  readonly channels: readonly PartLink[]
  readonly externalDocs?: ExternalDocs
  readonly extensions?: Readonly<Record<string, unknown>>
}

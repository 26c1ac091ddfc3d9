import type { ExternalDocs, SchemaNode } from './schema-node.ts'

/** An example that the definition gives, or one made from a schema. */
export interface Example {
  readonly name?: string
  readonly summary?: string
  readonly description?: string
  /** As text: formatted JSON, XML, or what the definition has. */
  readonly text?: string
  readonly externalUrl?: string
  readonly isMade?: boolean
}

export interface Media {
  /** `application/json`. */
  readonly type: string
  readonly schema?: SchemaNode
  /** Of each item of a stream (`itemSchema` of OpenAPI 3.2). */
  readonly itemSchema?: SchemaNode
  readonly examples: readonly Example[]
  /** How single parts of a form are sent, by property. */
  readonly encoding?: Readonly<Record<string, unknown>>
}

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'querystring' | 'header' | 'cookie'
  readonly description?: string
  readonly isRequired?: boolean
  readonly isDeprecated?: boolean
  readonly schema?: SchemaNode
  /** Where its value is a document of its own. */
  readonly media?: readonly Media[]
  readonly style?: string
  readonly explode?: boolean
  readonly allowEmptyValue?: boolean
  readonly allowReserved?: boolean
  readonly examples: readonly Example[]
}

export interface HttpBody {
  readonly description?: string
  readonly isRequired?: boolean
  readonly media: readonly Media[]
}

export interface HttpResponse {
  /** `200`, `4XX`, `default`. */
  readonly status: string
  readonly summary?: string
  readonly description?: string
  readonly headers: readonly Omit<Parameter, 'in'>[]
  readonly media: readonly Media[]
  readonly links: readonly ResponseLink[]
}

export interface ResponseLink {
  readonly name: string
  readonly description?: string
  /** The id of the operation that it leads to, where it is in this definition. */
  readonly item?: string
  /** Its operation id or reference, as written. */
  readonly target?: string
  readonly parameters?: Readonly<Record<string, unknown>>
  readonly body?: unknown
}

export interface Server {
  readonly url: string
  readonly name?: string
  readonly protocol?: string
  readonly description?: string
  readonly variables: readonly ServerVariable[]
  /** The ids of security schemes. AsyncAPI only. */
  readonly security?: readonly SecurityNeed[][]
  readonly bindings?: Readonly<Record<string, unknown>>
}

export interface ServerVariable {
  readonly name: string
  readonly default?: string
  readonly enum?: readonly string[]
  readonly description?: string
}

/** One scheme of an alternative. A list of lists: all of one inner list together, or all of another. An empty inner list: no security needed. */
export interface SecurityNeed {
  readonly scheme: string
  readonly scopes: readonly string[]
  /** No such scheme is defined. */
  readonly isMissing?: boolean
}

export interface SecurityScheme {
  readonly name: string
  /** `apiKey`, `http`, `oauth2`, `openIdConnect`, `mutualTLS`, and those of AsyncAPI. */
  readonly type: string
  readonly description?: string
  readonly isDeprecated?: boolean
  readonly in?: string
  /** Of an API key. */
  readonly parameter?: string
  /** Of `http`: `basic`, `bearer`. */
  readonly scheme?: string
  readonly bearerFormat?: string
  readonly openIdConnectUrl?: string
  readonly flows?: readonly OAuthFlow[]
}

export interface OAuthFlow {
  readonly flow: string
  readonly authorizationUrl?: string
  readonly tokenUrl?: string
  readonly refreshUrl?: string
  readonly deviceAuthorizationUrl?: string
  readonly scopes: readonly (readonly [name: string, description: string])[]
}

/** An operation of OpenAPI, or a request that the API sends (a webhook). */
export interface OperationPart {
  readonly kind: 'operation' | 'webhook'
  readonly id: string
  /** In upper case. */
  readonly method: string
  /** Of a webhook: its name. */
  readonly path: string
  readonly operationId?: string
  readonly summary?: string
  readonly description?: string
  readonly isDeprecated?: boolean
  readonly tags: readonly string[]
  readonly parameters: readonly Parameter[]
  readonly body?: HttpBody
  readonly responses: readonly HttpResponse[]
  readonly callbacks: readonly Callback[]
  /** Absent: that of the whole definition (see `about`). */
  readonly security?: readonly SecurityNeed[][]
  /** Absent: those of the whole definition. */
  readonly servers?: readonly Server[]
  readonly externalDocs?: ExternalDocs
  /** Code that the definition itself brings (`x-codeSamples`). */
  readonly samples?: readonly { readonly language: string; readonly label?: string; readonly source: string }[]
  readonly extensions?: Readonly<Record<string, unknown>>
}

export interface Callback {
  readonly name: string
  /** The address that is called, as an expression: `{$request.body#/callbackUrl}`. */
  readonly expression: string
  readonly operation: OperationPart
}

import type { TypeUse } from './graphql-parts.ts'
import type { PartLink } from './message-parts.ts'

type Options = Readonly<Record<string, unknown>>

export interface GrpcServicePart {
  readonly kind: 'grpc-service'
  readonly id: string
  /** With its package: `locker.v1.LockerControl`. */
  readonly name: string
  readonly description?: string
  readonly isDeprecated?: boolean
  readonly methods: readonly PartLink[]
  readonly options?: Options
}

export interface GrpcMethodPart {
  readonly kind: 'grpc-method'
  readonly id: string
  readonly name: string
  readonly service: PartLink
  readonly description?: string
  readonly isDeprecated?: boolean
  readonly request: TypeUse
  readonly response: TypeUse
  readonly isRequestStream?: boolean
  readonly isResponseStream?: boolean
  /** With those of HTTP transcoding (`google.api.http`). */
  readonly options?: Options
}

export interface GrpcField {
  readonly name: string
  readonly number: number
  /** `map<string, Booking>` as text. */
  readonly type: TypeUse
  readonly label?: 'optional' | 'required' | 'repeated'
  readonly oneof?: string
  readonly description?: string
  readonly isDeprecated?: boolean
  readonly options?: Options
}

/** A message or an enum. */
export interface GrpcTypePart {
  readonly kind: 'grpc-type'
  readonly id: string
  readonly name: string
  readonly form: 'message' | 'enum'
  readonly description?: string
  readonly isDeprecated?: boolean
  readonly fields: readonly GrpcField[]
  readonly values: readonly {
    readonly name: string
    readonly number: number
    readonly description?: string
    readonly isDeprecated?: boolean
  }[]
  readonly reserved: readonly string[]
  readonly extensions?: readonly GrpcField[]
  readonly options?: Options
  readonly usedBy: readonly PartLink[]
  readonly usedByTotal: number
}

import type { RequestParts } from '../documents/document.ts'
import type { KnownNames } from './inspect.ts'

/** What expressions know. Nothing else is in their reach. */
export interface Scope {
  readonly entity?: unknown
  readonly annotation: Readonly<Record<string, string>>
  readonly target: {
    readonly name: string
    readonly baseUrl?: string
    readonly webUrl?: string
    readonly values: Readonly<Record<string, string>>
  }
  /** Values of facts by short name, and of others by their whole one. */
  readonly facts: Readonly<Record<string, unknown>>
  readonly answer?: unknown
  readonly body?: unknown
  readonly item?: unknown
  readonly keys?: readonly unknown[]
  readonly input?: unknown
  readonly user?: { readonly ref: string; readonly email?: string }
}

export type Accept = 'json' | 'text' | 'csv' | 'auto'

/** An answer as it came. */
export interface AnswerText {
  readonly text: string
  readonly type: string
}

export interface FactExpression {
  readonly name: string
  readonly value: string
}

export interface BuiltRequest {
  readonly path: string
  readonly query: readonly (readonly [string, string])[]
  readonly headers: Readonly<Record<string, string>>
  readonly body?: unknown
}

/** Why there is no request, or what it is. */
export type Built = { readonly leftOut: string } | { readonly request: BuiltRequest }

export type FactResult = { readonly name: string; readonly value: unknown } | { readonly name: string; readonly error: string }

export interface CheckedExpression {
  readonly id: number
  readonly source: string
  readonly isTemplate: boolean
  readonly known: KnownNames
}

export type Message =
  | { readonly kind: 'check'; readonly expressions: readonly CheckedExpression[] }
  | { readonly kind: 'evaluate'; readonly expression: string; readonly scopes: readonly Scope[] }
  | { readonly kind: 'fill'; readonly template: string; readonly scopes: readonly Scope[] }
  | { readonly kind: 'build'; readonly parts: RequestParts; readonly when?: string | undefined; readonly scope: Scope }
  | { readonly kind: 'next'; readonly answer: AnswerText; readonly accept: Accept; readonly expression: string; readonly scope: Scope }
  | FactsMessage

export interface FactsMessage {
  readonly kind: 'facts'
  /** The pages of one answer; with `isEach` the pages of several. */
  readonly answers: readonly (readonly AnswerText[])[]
  readonly isEach: boolean
  readonly accept: Accept
  readonly items?: string | undefined
  readonly batch?: { readonly items: string; readonly of: string } | undefined
  readonly entities: readonly { readonly key?: string; readonly scope: Scope }[]
  readonly facts: readonly FactExpression[]
}

/** For each entity its facts. */
export type FactsAnswer = readonly (readonly FactResult[])[]

import type { Scope } from '../change-list.ts'

/** Where an operation is: callbacks and webhooks are requests that the API sends. */
export interface OperationPlace {
  readonly scope: Scope
  readonly place: readonly string[]
  readonly isSentByApi: boolean
}

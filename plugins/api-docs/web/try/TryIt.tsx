import type { AboutPart, OperationPart } from '@portico/api-docs/common'

export interface TryItProps {
  readonly entityRef: string
  readonly operation: OperationPart
  readonly about: AboutPart
}

/** A form that sends a request of an operation. Shows nothing where no target of the API is allowed. */
export function TryIt(_props: TryItProps) {
  return <></>
}

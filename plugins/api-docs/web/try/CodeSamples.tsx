import type { AboutPart, OperationPart } from '@portico/api-docs/common'

export interface CodeSamplesProps {
  readonly operation: OperationPart
  readonly about: AboutPart
}

/** Code that sends a request of an operation, in some languages. */
export function CodeSamples(_props: CodeSamplesProps) {
  return <></>
}

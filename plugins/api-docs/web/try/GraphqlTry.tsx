import type { AboutPart, GraphqlFieldPart } from '@portico/api-docs/common'

export interface GraphqlTryProps {
  readonly entityRef: string
  readonly about: AboutPart
  /** The operation that the editor begins with. */
  readonly field?: GraphqlFieldPart
}

/** An editor for GraphQL with completion from the schema, which sends to allowed targets. */
export function GraphqlTry(_props: GraphqlTryProps) {
  return <></>
}

import type { GraphqlArgument } from '../../parts/graphql-parts.ts'
import type { ChangeList, Scope } from '../change-list.ts'

interface Labelled {
  readonly scope: Scope
  readonly place: readonly string[]
  readonly label: string
}

/** Whether something should still be used. */
export function compareDeprecation(
  changes: ChangeList,
  { deprecation: old }: Pick<GraphqlArgument, 'deprecation'>,
  { deprecation: fresh }: Pick<GraphqlArgument, 'deprecation'>,
  { scope, place, label }: Labelled,
): void {
  if (old === undefined && fresh !== undefined)
    changes.add(scope, 'became-deprecated', { place, message: `${label} is deprecated.`, after: fresh || undefined })
  if (old !== undefined && fresh === undefined)
    changes.add(scope, 'no-longer-deprecated', { place, message: `${label} is no longer deprecated.`, before: old || undefined })
  if (old !== undefined && fresh !== undefined && old !== fresh) changes.addDocumentation(scope)
}

import { parseEntityRef } from '@portico/catalog/common'

/** The tab with the scorecards of an entity. */
export function entityPagePath(ref: string): string {
  const { kind, namespace, name } = parseEntityRef(ref)
  return `/catalog/${namespace}/${kind}/${name}/scorecards`.toLowerCase()
}

/** The page of a team. */
export function teamPath(ref: string): string {
  const { kind, namespace, name } = parseEntityRef(ref)
  return `/scorecards/teams/${namespace}/${kind}/${name}`.toLowerCase()
}

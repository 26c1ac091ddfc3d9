import { apiDocsApi, changesPath } from '@portico/api-docs/common'
import { parseEntityRef, type HistoryEntry } from '@portico/catalog/common'
import { Link, query, useQuery } from '@portico/core/web'
import { ImpactCount, worstImpact } from './ImpactMark.tsx'

/** In the history of an API: what a change of its definition means for those who use it, with a link to the comparison. */
export function DefinitionBadge({ change }: { readonly change: HistoryEntry }) {
  const { data } = useQuery(query(apiDocsApi.listVersions, { params: { ...parseEntityRef(change.ref) } }))
  const versions = data?.items ?? []
  const at = versions.findIndex(version => version.at === change.at)
  const [to, from] = [versions[at], versions[at + 1]]
  const impact = to?.counts && worstImpact(to.counts)
  if (at < 0 || !to?.counts || !from || !impact) return undefined
  return (
    <Link to={changesPath(change.ref, { from: from.id, to: to.id })}>
      <ImpactCount impact={impact} count={to.counts[impact]} />
    </Link>
  )
}

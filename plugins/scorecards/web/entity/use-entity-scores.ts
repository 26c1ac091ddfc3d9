import { compoundRefOf } from '@portico/catalog/common'
import { useEntity, useMoment } from '@portico/catalog/web'
import { query, useQuery } from '@portico/core/web'
import { scorecardsApi, type EntityScorecards } from '@portico/scorecards/common'

const pendingPollMs = 2000
const pollMs = 5000

/** Where the entity of the page is in routes. */
export function useEntityParams() {
  const { kind, namespace, name } = compoundRefOf(useEntity())
  return { kind: kind.toLowerCase(), namespace: namespace.toLowerCase(), name }
}

/** Everything about the entity of the page, at the moment that the page looks at. */
export function useEntityScores() {
  const params = useEntityParams()
  const { asOf } = useMoment()
  const found = useQuery({
    ...query(scorecardsApi.getEntity, { params, query: { ...(asOf !== undefined && { asOf }) } }),
    placeholderData: (previous: EntityScorecards | undefined) => previous,
    refetchInterval: ({ state: { data } }) => (asOf !== undefined ? false : data?.isPending ? pendingPollMs : pollMs),
  })
  return { ...found, asOf }
}

import { entityRefOf } from '@portico/catalog/common'
import { useEntity } from '@portico/catalog/web'
import { useNavigate, useRouteRef } from '@portico/core/web'
import { Content } from '@portico/ui'
import { useMemo } from 'react'
import { organisationView } from '../graph/organisation-view.ts'
import { useGraphWords } from '../graph/use-graph-words.ts'
import { useShownGraph } from '../graph/use-shown-graph.ts'
import { useWindowDirection } from '../graph/use-window-direction.ts'
import { writeView, type ViewState } from '../graph/view-state.ts'
import { catalogGraphRoute } from '../routes.ts'
import { GraphPane } from './GraphPane.tsx'

/** The diagram of a system or a domain: what it consists of, and what that uses. Anything else is asked of the page of the graph. */
export function DiagramTab() {
  const entity = useEntity()
  const ref = entityRefOf(entity)
  const words = useGraphWords()
  const navigate = useNavigate()
  const toGraph = useRouteRef(catalogGraphRoute)
  // From a domain it is one step more to the components.
  const maxDepth = entity.kind.toLowerCase() === 'domain' ? organisationView.maxDepth + 1 : organisationView.maxDepth
  const direction = useWindowDirection()
  const view = useMemo(() => ({ ...organisationView, direction, rootEntityRefs: [ref], maxDepth }), [direction, ref, maxDepth])
  const shown = useShownGraph(view, words)
  const change = (part: Partial<ViewState>) => void navigate(`${toGraph()}?${writeView({ ...view, ...part }, direction)}`)
  return (
    <Content wide>
      <GraphPane view={view} onChange={change} shown={shown} />
    </Content>
  )
}

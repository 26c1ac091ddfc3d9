import { FlatRoutes } from '@portico/core/web'
import { AgentsPage } from './AgentsPage.tsx'
import { ConsentPage } from './ConsentPage.tsx'

const routes = [
  { path: '/*', element: <AgentsPage /> },
  { path: '/connect/:id', element: <ConsentPage /> },
]

/** The pages of agents. */
export default function AgentRoutes() {
  return <FlatRoutes routes={routes} />
}

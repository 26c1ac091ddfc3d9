import { FlatRoutes } from '@portico/core/web'
import { AgentsPage } from './AgentsPage.tsx'
import { ApprovalPage } from './ApprovalPage.tsx'
import { ConsentPage } from './ConsentPage.tsx'

const routes = [
  { path: '/*', element: <AgentsPage /> },
  { path: '/connect/:id', element: <ConsentPage /> },
  { path: '/approvals/:id', element: <ApprovalPage /> },
]

/** The pages of agents. */
export default function AgentRoutes() {
  return <FlatRoutes routes={routes} />
}

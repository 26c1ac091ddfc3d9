export { injected, says, startAgentPortal, type AgentPortal } from './agent-portal.ts'
export type { TestAgent } from './test-agent.ts'

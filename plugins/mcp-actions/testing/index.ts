export { injected, says, startAgentPortal, type AgentPortal } from './agent-portal.ts'
export { crashAgentsFile, crashAgentsPlugins, crashedCall, crashedUser, startCrashAgents } from './crash-agents.ts'
export { startLocalAgent, type LocalAgent } from './local-agent.ts'
export type { TestAgent } from './test-agent.ts'

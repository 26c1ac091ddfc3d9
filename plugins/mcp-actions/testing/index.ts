export { createTestAgent, type TestAgent } from './test-agent.ts'

import { crashAgentsPlugins, crashedCall, crashedUser, startCrashAgents } from './crash-agents.ts'

// A server of its own for tests: the user approves a call whose action ends this process.
const [configFile = '', file = ''] = process.argv.slice(2)
const server = await startCrashAgents(process.cwd(), configFile, crashAgentsPlugins(file, true))
const { token } = await server.services.tokens.userTokens.issue({ userEntityRef: crashedUser })
await fetch(`${server.url}/api/mcp-actions/approvals/${crashedCall}/decision`, {
  method: 'POST',
  headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  body: JSON.stringify({ decision: 'approve' }),
})

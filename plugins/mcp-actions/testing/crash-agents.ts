import { authPlugin } from '@portico/auth/server'
import { catalogPlugin } from '@portico/catalog/server'
import { defineAction, startServer, type ServerPlugin } from '@portico/core/server'
import { integrationsPlugin } from '@portico/integrations/server'
import { agentsPast, mcpActionsPlugin } from '@portico/mcp-actions/server'
import { appendFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'

/** The program of a server that is killed in the midst of a call that its user has approved. */
export const crashAgentsFile = path.join(import.meta.dirname, 'crash-agents-worker.ts')
export const crashedUser = 'user:default/ann'
/** The call that waits, and in which the server dies. */
export const crashedCall = '10000000-0000-4000-8000-000000000001'

/** The plugins of such a server. Each effect is a line of a file; only where it crashes is it ever killed. */
export function crashAgentsPlugins(file: string, crashes: boolean) {
  const killed: ServerPlugin<{}, { readonly past: typeof agentsPast }> = {
    id: 'killed',
    uses: { past: agentsPast },
    setup({ actions }, { past }) {
      actions.offer(async () => [
        defineAction({
          name: 'write',
          title: 'Write a line',
          description: 'Has an effect',
          input: z.object({ line: z.string() }),
          output: z.object({ written: z.string() }),
          async run({ input: { line } }) {
            appendFileSync(file, `${line}\n`)
            if (crashes) process.kill(process.pid, 'SIGKILL')
            return { written: line }
          },
        }),
      ])
      if (crashes) return past.bringIn([agent()]).then(() => {})
    },
  }
  return [integrationsPlugin, catalogPlugin, authPlugin, mcpActionsPlugin, killed]
}

export const startCrashAgents = (cwd: string, configFile: string, plugins: ReturnType<typeof crashAgentsPlugins>) =>
  startServer({ plugins, version: '0.0.0-test', cwd, configFiles: [configFile], env: {}, logTo: { write: () => true } })

function agent() {
  const at = new Date()
  const expiresAt = new Date(at.getTime() + 3_600_000)
  const waiting = [{ id: crashedCall, action: 'killed:write', title: 'Write a line', input: { line: 'inside' }, at, expiresAt }]
  return { user: crashedUser, clientId: 'client', name: 'Agent', scopes: ['killed:write'], createdAt: at, expiresAt, calls: [], waiting }
}

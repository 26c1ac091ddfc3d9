import { authPlugin } from '@portico/auth/server'
import { catalogPlugin } from '@portico/catalog/server'
import { startServer } from '@portico/core/server'
import { integrationsPlugin } from '@portico/integrations/server'
import { scaffolderPlugin } from '@portico/scaffolder/server'
import { flushCompileCache } from 'node:module'
import { crashPlugin } from './crash-fixture.ts'

// Who is killed writes no cache of compiled code at its end; the next of its kind starts in half the time with it.
flushCompileCache()

// A server of its own for tests: it runs tasks in which an action ends this process in the midst of its work.
const [configFile = '', ...templateRefs] = process.argv.slice(2)
const server = await startServer({
  plugins: [authPlugin, integrationsPlugin, catalogPlugin, scaffolderPlugin, crashPlugin(true)],
  version: '0.0.0-test',
  cwd: process.cwd(),
  configFiles: [configFile],
  env: {},
  logTo: { write: () => true },
})
const { token } = await server.services.tokens.userTokens.issue({ userEntityRef: 'user:default/test' })
const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
const create = async (templateRef: string) => {
  const body = JSON.stringify({ templateRef, values: {}, secrets: { TOKEN: 'kept-for-recovery' } })
  // The catalog may not have read the template yet.
  const { status } = await fetch(`${server.url}/api/scaffolder/v2/tasks`, { method: 'POST', headers, body })
  return status === 201
}
for (const templateRef of templateRefs) while (!(await create(templateRef)));

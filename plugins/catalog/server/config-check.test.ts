import { authPlugin } from '@portico/auth/server'
import { document, file, startCatalog } from '@portico/catalog/testing'
import { defineServerPlugin } from '@portico/core/server'
import { runCommandLine } from '@portico/core/server/command-line'
import { integrationsPlugin } from '@portico/integrations/server'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { catalogPlugin } from './index.ts'

// Stands for a plugin whose config names entities, such as the members of roles.
const roles = defineServerPlugin({
  id: 'roles',
  config: { roles: z.object({ members: z.array(z.string()) }) },
  namedEntities: section => (section('roles') as { members: string[] }).members.map(ref => ({ key: 'roles.members', ref })),
  setup: () => {},
})

test('config check notes the entities that the config names and the catalog does not have, and is content all the same', async () => {
  const catalog = await startCatalog({ 'a.yaml': file(document('Group', 'team-a'), document('User', 'jane')) })
  onTestFinished(() => catalog.stop())
  await catalog.until('kind=group', 1)
  const check = async (members: readonly string[], database: object) => {
    const name = path.join(catalog.folder, 'app-config.yaml')
    writeFileSync(name, JSON.stringify({ roles: { members }, backend: { database } }))
    const err: string[] = []
    const plugins = [authPlugin, integrationsPlugin, catalogPlugin, roles]
    const exit = await runCommandLine(['config', 'check', '--strict'], {
      plugins,
      cwd: catalog.folder,
      env: {},
      print: () => {},
      warn: line => err.push(line),
    })
    return [exit, err]
  }
  const { database } = JSON.parse(readFileSync(catalog.server.configFile, 'utf8')).backend
  expect(await check(['group:default/team-a', 'user:default/jane'], database)).toEqual([0, []])
  expect(await check(['group:default/team-a', 'group:default/taem-b'], database)).toEqual([
    0,
    ['note: roles.members: group:default/taem-b is not in the catalog'],
  ])
  // Without a database there is nothing to say, and nothing is created.
  expect(await check(['group:default/taem-b'], {})).toEqual([0, []])
})

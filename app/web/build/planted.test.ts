import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { build, type Plugin } from 'vite'
import { afterAll, expect, test } from 'vitest'
import { pageFiles } from './page-files.ts'
import { stripSchemas } from './strip-schemas.ts'

const root = mkdtempSync(path.join(tmpdir(), 'portico-build-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

/** Builds one module that stands where a plugin's would. */
function buildOf(file: string, code: string, plugin: Plugin) {
  const input = path.join(root, file)
  mkdirSync(path.dirname(input), { recursive: true })
  writeFileSync(input, code)
  return build({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [plugin],
    build: {
      write: false,
      lib: { entry: input, formats: ['es'] },
      rolldownOptions: { external: ['zod', '@portico/core/common', '@portico/core/web'] },
    },
  })
}

test('a contract that is put together ends the build; one that is written out does not', async () => {
  const head = `import { defineContract, get } from '@portico/core/common'\n`
  const good = `${head}export const petsApi = defineContract('pets', { listPets: get('/pets', { access: 'user' }) })\n`
  await expect(buildOf('plugins/pets/common/contract.ts', good, stripSchemas())).resolves.toBeTruthy()
  const planted = `${head}const spec = { access: 'user' }\nexport const petsApi = defineContract('pets', { listPets: get('/pets', spec) })\n`
  await expect(buildOf('plugins/pets/common/planted.ts', planted, stripSchemas())).rejects.toThrow(
    "plugins/pets/common/planted.ts:3: A route is written out in its contract: get('/path', { … })",
  )
})

test('a page whose path is put together ends the build; one that is written out does not', async () => {
  const head = `import { defineWebPlugin } from '@portico/core/web'\n`
  const load = `load: async () => ({ default: () => null })`
  const good = `${head}export const petsWeb = defineWebPlugin({ id: 'pets', pages: [{ path: '/pets', ${load} }] })\n`
  await expect(buildOf('plugins/pets/web/index.tsx', good, pageFiles())).resolves.toBeTruthy()
  const planted = `${head}const base = '/pets'\nexport const petsWeb = defineWebPlugin({ id: 'pets', pages: [{ path: base + '/*', ${load} }] })\n`
  await expect(buildOf('plugins/pets/web/planted.tsx', planted, pageFiles())).rejects.toThrow(
    'plugins/pets/web/planted.tsx:3: The path of a page is written out, as a text',
  )
})

import { expect, test } from 'vitest'
import { addWorkspace } from './lockfile.mjs'
import { addToList } from './plugin-list.mjs'
import { checkPluginName } from './plugin-name.mjs'
import { pluginFiles } from './plugin-template.mjs'

test('a plugin is added to a list on one line, its import in order', () => {
  const list = `import { aWeb } from '@portico/a/web'\nimport { zWeb } from '@portico/z/web'\n\n/** All. */\nexport const plugins = [zWeb, aWeb]\n`
  expect(addToList(list, 'shopWeb', '@portico/shop/web')).toBe(
    `import { aWeb } from '@portico/a/web'\nimport { shopWeb } from '@portico/shop/web'\nimport { zWeb } from '@portico/z/web'\n\n/** All. */\nexport const plugins = [zWeb, aWeb, shopWeb]\n`,
  )
})

test('a plugin is added to a list on many lines, and to an empty and a typed one', () => {
  const tall = addToList(`import { a } from 'a'\n\nexport const plugins = [\n  a,\n]\n`, 'shop', '@portico/shop/server')
  expect(tall).toBe(`import { a } from 'a'\nimport { shop } from '@portico/shop/server'\n\nexport const plugins = [\n  a,\n  shop,\n]\n`)
  expect(addToList('export const plugins: ServerPlugin[] = []\n', 'shop', 's')).toContain('export const plugins: ServerPlugin[] = [shop]')
})

test('a list that grows too long for a line has a line for each', () => {
  const names = Array.from({ length: 12 }, (_, index) => `pluginOfNumber${index}`)
  const list = addToList(`export const plugins = [${names.slice(0, 7).join(', ')}]\n`, 'shop', 's')
  expect(list).toContain(`plugins = [\n  pluginOfNumber0,\n`)
  expect(list).toContain(`  pluginOfNumber6,\n  shop,\n]\n`)
})

test('a list that has it stays, and a file that is not a list is refused', () => {
  const list = `import { shop } from 's'\nexport const plugins = [shop]\n`
  expect(addToList(list, 'shop', 's')).toBe(list)
  expect(addToList('export function plugins() {}\n', 'shop', 's')).toBeUndefined()
})

test.each(['release-notes', 'k8s', 'a'])('%s can be the name of a plugin', name => {
  expect(() => checkPluginName(name, ['catalog'])).not.toThrow()
})

test.each([
  'Shop',
  'my_shop',
  'shop-',
  '-shop',
  'a--b',
  '9lives',
  '../evil',
  'a/b',
  '',
  'core',
  'app',
  'pg-things',
  'catalog',
  'x'.repeat(41),
])('the name %j is refused', name => {
  expect(() => checkPluginName(name, ['catalog'])).toThrow(/cannot be the name|reserved|already/)
})

test('a new plugin is under 40 lines of source, with no text or path of its own making in its views', () => {
  const files = Object.entries(pluginFiles('release-notes', {})).filter(([file]) => /\.tsx?$/.test(file) && !file.includes('.test.'))
  const views = files.filter(([file]) => file.startsWith('web/') && !file.endsWith('messages.ts')).map(([, text]) => text)
  expect(views.filter(text => /"[A-Z]|label: '|title: '|\/dist\//.test(text))).toEqual([])
  const lines = files.flatMap(([, text]) => text.split('\n').filter(line => line !== ''))
  expect(files.map(([file]) => file)).toContain('web/views/ReleaseNotesPage.tsx')
  expect(lines.length).toBeLessThan(40)
})

test('a new package of our own is locked as npm would', () => {
  const lockfile = { packages: { app: { dependencies: { '@portico/core': '*' } } } }
  addWorkspace(lockfile, 'plugins/shop', { name: '@portico/shop', version: '0.1.0', dependencies: { zod: '4.0.0' } }, 'app')
  expect(lockfile.packages).toEqual({
    app: { dependencies: { '@portico/core': '*', '@portico/shop': '*' } },
    'node_modules/@portico/shop': { resolved: 'plugins/shop', link: true },
    'plugins/shop': { name: '@portico/shop', version: '0.1.0', dependencies: { zod: '4.0.0' } },
  })
})

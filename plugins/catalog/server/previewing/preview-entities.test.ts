import { catalogApi, previewLimits, type CatalogPreview } from '@portico/catalog/common'
import { document, file, startCatalog, type TestCatalog } from '@portico/catalog/testing'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let catalog: TestCatalog
let web: Server
let base: string
const pages = new Map<string, string>()

beforeAll(async () => {
  web = createServer((request, response) => {
    const text = pages.get(request.url ?? '')
    response.writeHead(text === undefined ? 404 : 200).end(text)
  }).listen(0, '127.0.0.1')
  await new Promise(resolve => web.once('listening', resolve))
  base = `http://127.0.0.1:${(web.address() as AddressInfo).port}`
  catalog = await startCatalog(
    { 'a.yaml': file(document('Component', 'known', { spec: { type: 'service', lifecycle: 'production', owner: 'team' } })) },
    {
      config: { backend: { reading: { allow: [{ host: new URL(base).host }] } } },
      catalog: { rules: [{ allow: ['Component', 'API', 'Location'] }] },
    },
  )
  await catalog.until('kind=component', 1)
})
afterAll(async () => {
  await catalog.stop()
  web.closeAllConnections()
  web.close()
})

const component = (name: string, more = '') =>
  `apiVersion: backstage.io/v1alpha1\nkind: Component\nmetadata:\n  name: ${name}\nspec:\n  type: service\n  lifecycle: production\n  owner: team\n${more}`
const ofFiles = (files: Readonly<Record<string, string>>): Promise<CatalogPreview> =>
  catalog.server.call(catalogApi.previewEntities, { body: { files: Object.entries(files).map(([name, text]) => ({ name, text })) } })
const ofUrl = (target: string): Promise<CatalogPreview> =>
  catalog.server.call(catalogApi.previewEntities, { body: { location: { type: 'url', target } } })
const statesOf = ({ items }: CatalogPreview) => Object.fromEntries(items.map(({ ref, state }) => [ref, state]))

describe('a preview of texts', () => {
  test('says of each document whether it is new, different or the same, where it stands, and where its relations lead', async () => {
    const text = `${component('known')}---\n${component('fresh', '  dependsOn: [component:known, component:gone]\n  subcomponentOf: other\n')}---\n${component('other')}`
    const preview = await ofFiles({ 'catalog-info.yaml': text })
    expect(statesOf(preview)).toEqual({
      'component:default/known': 'unchanged',
      'component:default/fresh': 'new',
      'component:default/other': 'new',
    })
    const [known, fresh] = preview.items
    expect(known).toMatchObject({ file: 'catalog-info.yaml', line: 1, holder: expect.stringMatching(/^file:.*a\.yaml$/) })
    expect(fresh).toMatchObject({ file: 'catalog-info.yaml', line: 10 })
    expect(fresh?.relations).toEqual(
      expect.arrayContaining([
        { type: 'dependsOn', targetRef: 'component:default/known', end: 'preview' },
        { type: 'dependsOn', targetRef: 'component:default/gone', end: 'missing' },
        { type: 'partOf', targetRef: 'component:default/other', end: 'preview' },
      ]),
    )
    const alone = await ofFiles({ 'b.yaml': component('alone', '  dependsOn: [component:known]\n') })
    expect(alone.items[0]?.relations).toContainEqual({ type: 'dependsOn', targetRef: 'component:default/known', end: 'catalog' })
    const changed = await ofFiles({ 'a.yaml': component('known').replace('production', 'deprecated') })
    expect(changed.items[0]).toMatchObject({
      state: 'changed',
      before: { spec: { lifecycle: 'production' } },
      entity: { spec: { lifecycle: 'deprecated' } },
    })
    expect(JSON.stringify(changed.items[0]?.before)).not.toMatch(/uid|managed-by/)
  })

  test('reports mistakes at their lines, those of documents without a name apart', async () => {
    const text = `${component('good')}---\n${component('bad name')}---\nkind: [\n`
    const { items, problems, total } = await ofFiles({ 'catalog-info.yaml': text })
    expect(total).toBe(2)
    expect(items[0]).toMatchObject({
      state: 'invalid',
      line: 10,
      errors: [{ line: 13, location: 'catalog-info.yaml', path: ['metadata', 'name'] }],
    })
    expect(items[0]?.errors[0]?.message).not.toContain('catalog-info.yaml')
    expect(problems).toMatchObject([{ location: 'catalog-info.yaml', line: expect.any(Number) }])
    expect(items[1]).toMatchObject({ ref: 'component:default/good', state: 'new' })
  })

  test('takes a name only once, also in two files', async () => {
    const { problems } = await ofFiles({ 'one.yaml': component('twin'), 'two.yaml': component('twin') })
    expect(problems).toMatchObject([{ name: 'ConflictError', location: 'two.yaml' }])
  })

  test('says which kinds need a rule of the file', async () => {
    const group = 'apiVersion: backstage.io/v1alpha1\nkind: Group\nmetadata:\n  name: g\nspec:\n  type: team\n  children: []\n'
    const { items } = await ofFiles({ 'a.yaml': `${group}---\n${component('c')}` })
    const isFree = items.find(({ ref }) => ref === 'component:default/c')
    expect([items[0]?.needsRule, isFree?.needsRule]).toEqual([true, undefined])
  })

  test('reads files that were given with it, and none of this machine', async () => {
    const api = (path: string) =>
      `apiVersion: backstage.io/v1alpha1\nkind: API\nmetadata:\n  name: a\nspec:\n  type: openapi\n  lifecycle: production\n  owner: team\n  definition:\n    $text: ${path}\n`
    const given = await ofFiles({ 'x/api.yaml': api('./openapi.yaml'), 'x/openapi.yaml': '# empty' })
    expect(given.items[0]?.entity).toMatchObject({ spec: { definition: '# empty' } })
    for (const path of ['/etc/passwd', './a.yaml', '../../../../etc/passwd']) {
      const { items } = await ofFiles({ 'api.yaml': api(path) })
      expect(items[0]?.errors[0]?.message).toContain('is not among the files that were given')
    }
    const location = `apiVersion: backstage.io/v1alpha1\nkind: Location\nmetadata:\n  name: l\nspec:\n  type: file\n  targets: [/etc/passwd]\n`
    expect((await ofFiles({ 'l.yaml': location })).problems[0]?.message).toContain('is not among the files that were given')
  })

  test('stays within limits: characters, files, documents, and references to references', async () => {
    const tooLong = ofFiles({ 'a.yaml': '#'.repeat(previewLimits.characters + 1) })
    await expect(tooLong).rejects.toMatchObject({ status: 400, code: 'catalog.preview-too-large', details: { unit: 'characters' } })
    const many = Object.fromEntries(Array.from({ length: previewLimits.files + 1 }, (_each, at) => [`${at}.yaml`, '']))
    await expect(ofFiles(many)).rejects.toMatchObject({ details: { unit: 'files', max: previewLimits.files } })
    const documents = Array.from({ length: 2000 }, (_each, at) => component(`c${at}`)).join('---\n')
    const { items, total } = await ofFiles({ 'a.yaml': documents })
    expect([items.length, total]).toEqual([previewLimits.entities, 2000])
    const bomb = `a: &a [1,2,3,4,5,6,7,8,9]\n${'bcdefghij'
      .split('')
      .map((name, at) => `${name}: &${name} [${Array.from({ length: 9 }, () => `*${'abcdefghij'[at]}`).join(',')}]`)
      .join('\n')}\n`
    const { problems } = await ofFiles({ 'a.yaml': `${component('c')}metadata2: 1\n---\n${bomb}` })
    expect(problems[0]?.message).toMatch(/too large|alias|more than/i)
  })
})

describe('a preview of an address', () => {
  test('says what another source holds, and whether it is registered', async () => {
    pages.set('/a.yaml', `${component('known')}---\n${component('from-web')}`)
    const preview = await ofUrl(`${base}/a.yaml`)
    expect(preview.location).toEqual({ type: 'url', target: `${base}/a.yaml`, isRegistered: false })
    expect(statesOf(preview)).toEqual({ 'component:default/known': 'conflict', 'component:default/from-web': 'new' })
    expect(preview.items[0]?.holder).toMatch(/^file:.*a\.yaml$/)
  })

  test('shows the text of an entity that is wrong, and of nothing else', async () => {
    pages.set('/wrong.yaml', `${component('bad name')}---\napiVersion: v1\nkind: Secret\nmetadata:\n  name: s\ndata:\n  password: hidden\n`)
    const { items } = await ofUrl(`${base}/wrong.yaml`)
    const [bad, secret] = ['component:default/bad name', 'secret:default/s'].map(ref => items.find(item => item.ref === ref))
    expect(bad?.text).toMatch(/^apiVersion: .*\nkind: Component\n/)
    expect(secret).toMatchObject({ state: 'invalid' })
    expect(JSON.stringify(secret)).not.toContain('hidden')
  })

  test('that cannot be read or may not be read says so', async () => {
    expect((await ofUrl(`${base}/gone.yaml`)).problems).toMatchObject([{ name: 'NotFoundError', location: `url:${base}/gone.yaml` }])
    const refused = ofUrl('http://10.0.0.1/a.yaml')
    await expect(refused).rejects.toMatchObject({ status: 400, code: 'catalog.host-not-allowed', details: { host: '10.0.0.1' } })
  })
})

describe('a registered location', () => {
  test('on a host that may not be read is refused with the lines to add to the config', async () => {
    const call = catalog.server.call(catalogApi.addLocation, { body: { type: 'url', target: 'https://other.test/a.yaml' } })
    await expect(call).rejects.toMatchObject({
      status: 400,
      code: 'catalog.host-not-allowed',
      details: { config: "backend:\n  reading:\n    allow:\n      - host: 'other.test'\n" },
    })
    const git = catalog.server.call(catalogApi.addLocation, { body: { type: 'git', target: 'https://other.test/a.git' } })
    await expect(git).rejects.toMatchObject({ status: 400, code: 'catalog.host-not-allowed' })
  })

  test('that cannot be read is listed with its error, and explains itself and what may be in it', async () => {
    const target = `${base}/late.yaml`
    const { location } = await catalog.server.call(catalogApi.addLocation, { body: { type: 'url', target } })
    const listed = async () => (await catalog.server.call(catalogApi.listLocations, {})).find(({ data }) => data.id === location.id)?.data
    await expect.poll(async () => (await listed())?.error).toMatchObject({ name: 'NotFoundError' })
    expect(await listed()).toMatchObject({ lastReadAt: expect.any(String) })
    const [kind = '', namespace = '', name = ''] = (location.entityRef ?? '').split(/[:/]/)
    const own = await catalog.server.call(catalogApi.explainEntity, { params: { kind, namespace, name } })
    expect(own.reasons).toMatchObject([{ code: 'source-unreadable' }])
    expect(own.sources).toMatchObject([{ name: `url:${target}`, registeredBy: 'api' }])
    const missing = await catalog.server.call(catalogApi.explainEntity, {
      params: { kind: 'component', namespace: 'default', name: 'nowhere' },
    })
    expect(missing.reasons.map(({ code }) => code)).toEqual(['never-seen', 'source-unreadable'])
    expect(missing.reasons[1]?.message).toContain(target)
  })
})

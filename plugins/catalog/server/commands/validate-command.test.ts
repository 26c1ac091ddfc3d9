import { defineServerPlugin } from '@portico/core/server'
import { runCommandLine } from '@portico/core/server/command-line'
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { catalogSections } from '../config.ts'
import { catalogCommands } from './catalog-commands.ts'
import { createPaint } from './findings.ts'

const plugin = defineServerPlugin({ id: 'catalog', config: catalogSections, commands: async () => catalogCommands, setup: () => {} })
const repository = path.join(import.meta.dirname, '../../../..')

async function runIn(cwd: string, ...words: string[]) {
  const out: string[] = []
  const err: string[] = []
  const exit = await runCommandLine(['catalog', 'validate', ...words], {
    plugins: [plugin],
    cwd,
    env: {},
    print: line => out.push(line),
    warn: line => err.push(line),
  })
  return { exit, out, err: err.join('\n') }
}

function folderOf(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'portico-validate-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
    writeFileSync(path.join(folder, name), text)
  }
  return folder
}

async function validate(files: Readonly<Record<string, string>>, ...words: string[]) {
  return runIn(folderOf(files), ...(words.length > 0 ? words : Object.keys(files)))
}

async function validateAsJson(files: Readonly<Record<string, string>>, ...words: string[]) {
  const { exit, out } = await validate(files, '--json', ...(words.length > 0 ? words : Object.keys(files)))
  return { exit, ...JSON.parse(out.join('\n')) }
}

const entity = (kind: string, name: string, spec: string) =>
  `apiVersion: backstage.io/v1alpha1\nkind: ${kind}\nmetadata:\n  name: ${name}\nspec: ${spec}\n`
const group = entity('Group', 'crew', '{type: team, children: []}')
const service = entity('Component', 'shop', '{type: service, lifecycle: production, owner: crew}')

describe('portico catalog validate', () => {
  it('refuses what is too large once references are followed, and text that cannot be stored, with the line', async () => {
    const aliases = [1, 2, 3]
      .map(
        at =>
          `x${at}: &x${at} [${Array(30)
            .fill(`*x${at - 1}`)
            .join(', ')}]`,
      )
      .join('\n')
    const bomb = `${service.replaceAll('shop', 'bomb')}x0: &x0 ${'y'.repeat(15_000)}\n${aliases}\n`
    const nul = entity('Component', 'nul', String.raw`{type: service, lifecycle: production, owner: "a\0"}`)
    const { exit, problems } = await validateAsJson({ 'bomb.yaml': bomb, 'nul.yaml': nul, 'group.yaml': group })
    expect(exit).toBe(1)
    expect(problems).toEqual([
      expect.objectContaining({ file: 'bomb.yaml', message: expect.stringContaining('catalog.limits.entityBytes sets this limit') }),
      expect.objectContaining({ file: 'nul.yaml', line: 5, message: expect.stringContaining('spec.owner: holds a NUL') }),
    ])
  })

  it('finds nothing wrong with the example organisation but two references that lead nowhere on purpose', async () => {
    for (const word of ['examples/catalog-info.yaml', 'examples']) {
      const { exit, out } = await runIn(repository, word)
      expect(out.at(-1)).toMatch(/^\d\d entities in \d\d files: 0 errors, 2 warnings$/)
      expect(exit).toBe(0)
    }
  })

  it('reports file and line of malformed YAML, and goes on with the other documents', async () => {
    const text = `${group}---\nkind: Component\nmetadata:\n\tname: x\n---\n${service}---\na: 1\na: 2\n`
    const { exit, out } = await validate({ 'a.yaml': text, 'b.yaml': '- 1\n- 2\n' })
    expect(exit).toBe(1)
    expect(out).toEqual([
      expect.stringMatching(/^a\.yaml:9: error: tab characters .*; use spaces$/),
      expect.stringMatching(/^a\.yaml:18: error: duplicated mapping key/),
      '',
      'b.yaml:1: error: is a list, not an object',
      '',
      '2 entities in 2 files: 3 errors, 0 warnings',
    ])
  })

  it('reports file and line of every wrong field, and which kinds there are', async () => {
    const wrong = [
      '# a comment',
      'apiVersion: backstage.io/v1alpha1',
      'kind: Component',
      'metadata:',
      '  name: -bad-',
      '  tags:',
      '    - fine',
      '    - Not Fine',
      'spec:',
      '  type: service',
      '  owner: 5',
      'extra: 1',
    ].join('\n')
    const { exit, out } = await validate({ 'a.yaml': `${wrong}\n---\n${entity('Gadget', 'x', '{}')}` })
    expect(exit).toBe(1)
    expect(out.slice(0, 6).map(line => line.split(': ').slice(0, 2).join(': '))).toEqual(
      [5, 8, 9, 11, 12, 15].map(line => `a.yaml:${line}: error`),
    )
    expect(out[2]).toBe('a.yaml:9: error: component:default/-bad-: spec.lifecycle: is missing: a text is required')
    expect(out.join('\n')).toContain("a.yaml:8: error: component:default/-bad-: metadata.tags[1]: 'Not Fine' is not valid")
    expect(out.join('\n')).toContain("a.yaml:15: error: gadget:default/x: kind: 'Gadget' is not valid: the kinds here are Component, API")
  })

  it('knows the kinds that the config defines', async () => {
    const config = `catalog:\n  kinds:\n    - kind: Model\n      schema: {required: [stage]}\n      relations: [{field: owner, type: ownedBy, inverse: ownerOf, defaultKind: Group}]\n`
    const files = { 'app-config.yaml': config, 'group.yaml': group, 'm.yaml': entity('Model', 'churn', '{stage: live, owner: crew}') }
    expect(await validate(files, 'group.yaml', 'm.yaml', '--strict')).toMatchObject({ exit: 0 })
    const { exit, out } = await validate({ ...files, 'm.yaml': entity('Model', 'churn', '{owner: crew}') }, 'group.yaml', 'm.yaml')
    expect(exit).toBe(1)
    expect(out[0]).toMatch(/^m\.yaml:5: error: model:default\/churn: spec\.stage: is missing/)
  })

  it('warns of relations and owners that are not among the files, at the line of the word', async () => {
    const text =
      'apiVersion: backstage.io/v1alpha1\nkind: Component\nmetadata: {name: shop}\nspec:\n  type: service\n  lifecycle: production\n  owner: nobody\n  dependsOn:\n    - resource:zoo\n    - component:here\n    - resource:ark\n'
    const here = entity('Component', 'here', '{type: library, lifecycle: production, owner: crew}')
    const unowned = entity('Template', 'start', '{type: service, steps: []}').replace(
      'backstage.io/v1alpha1',
      'scaffolder.backstage.io/v1beta3',
    )
    const files = { 'a.yaml': text, 'b.yaml': here, 'c.yaml': group, 'd.yaml': unowned }
    const { exit, out } = await validate(files)
    expect(exit).toBe(0)
    expect(out).toEqual([
      'a.yaml:7: warning: component:default/shop: its owner group:default/nobody is not among these files',
      'a.yaml:9: warning: component:default/shop: dependsOn resource:default/zoo, which is not among these files',
      'a.yaml:11: warning: component:default/shop: dependsOn resource:default/ark, which is not among these files',
      '',
      'd.yaml:1: warning: template:default/start: has no owner',
      '',
      '4 entities in 4 files: 0 errors, 4 warnings',
    ])
    expect((await validate(files, 'a.yaml', 'b.yaml', 'c.yaml', '--strict')).exit).toBe(1)
    expect(
      (await validate(files, 'a.yaml', 'b.yaml', 'c.yaml', '--strict', '--allow-missing', 'Resource:*', 'group:default/nobody')).exit,
    ).toBe(0)
    expect((await validate(files, '--allow-missing=group:*,resource:*/zoo', 'a.yaml', 'b.yaml')).out.at(-1)).toBe(
      '2 entities in 2 files: 0 errors, 1 warning',
    )
  })

  it('does not call a relation broken whose other end is there but wrong', async () => {
    const { out } = await validate({ 'a.yaml': service, 'b.yaml': entity('Group', 'crew', '{type: team}') })
    expect(out.at(-1)).toBe('1 entity in 2 files: 1 error, 0 warnings')
  })

  it('refuses a name that is taken, wherever the two stand and whatever letter case they have', async () => {
    const { exit, conflicts } = await validateAsJson({
      'a.yaml': `${group}---\n${group}`,
      'b.yaml': entity('Group', 'Crew', '{type: team}'),
    })
    expect(exit).toBe(1)
    const places = [
      { file: 'a.yaml', line: 1 },
      { file: 'a.yaml', line: 7 },
      { file: 'b.yaml', line: 1 },
    ]
    expect(conflicts).toEqual([{ ref: 'group:default/crew', places }])
    expect((await validate({ 'a.yaml': `${group}---\n${group}` })).out[0]).toBe(
      'a.yaml:7: error: group:default/crew: is already written at a.yaml:1',
    )
  })

  it('prints entities and every kind of finding as JSON', async () => {
    const report = await validateAsJson({
      'a.yaml': group,
      'b.yaml': service,
      'c.yaml': entity('Component', 'x', '{type: a, lifecycle: b, owner: o, system: s}'),
      'd.yaml': 'a: [',
    })
    expect(report).toEqual({
      exit: 1,
      valid: false,
      counts: { files: 4, entities: 3, errors: 1, warnings: 2 },
      entities: [
        { ref: 'group:default/crew', file: 'a.yaml', line: 1 },
        { ref: 'component:default/shop', owner: 'group:default/crew', file: 'b.yaml', line: 1 },
        { ref: 'component:default/x', owner: 'group:default/o', file: 'c.yaml', line: 1 },
      ],
      problems: [{ severity: 'error', code: 'invalid-yaml', message: expect.any(String), file: 'd.yaml', line: 1 }],
      brokenRelations: [{ source: 'component:default/x', type: 'partOf', target: 'system:default/s', file: 'c.yaml', line: 5 }],
      missingOwners: [{ ref: 'component:default/x', owner: 'group:default/o', file: 'c.yaml', line: 5 }],
      conflicts: [],
      notFollowed: [],
      skeletons: [],
    })
  })

  it('warns with --rules of what the rules of the config would not let in', async () => {
    const rules = 'catalog:\n  rules:\n    - allow: [Component]\n    - {allow: [Group], locations: [{type: file, exact: ./a.yaml}]}\n'
    const files = { 'app-config.yaml': rules, 'a.yaml': group, 'b.yaml': service, 'c.yaml': entity('System', 's', '{owner: crew}') }
    expect((await validate(files, 'a.yaml', 'b.yaml', 'c.yaml')).out).toEqual(['3 entities in 3 files: 0 errors, 0 warnings'])
    const { exit, out } = await validate(files, 'a.yaml', 'b.yaml', 'c.yaml', '--rules')
    expect(exit).toBe(0)
    expect(out[0]).toBe('c.yaml:1: warning: system:default/s: catalog.rules does not allow kind System from here')
  })

  it('shows no control characters of the files, and colours only when asked', async () => {
    const { out } = await validate({ 'a.yaml': entity('Group', '"\\e[31mred"', '{type: team, children: []}') })
    expect(out.join('\n')).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/)
    expect(createPaint(true)('red', 'x')).toBe('\u001b[31mx\u001b[39m')
    expect(createPaint(false)('red', 'x')).toBe('x')
  })

  it('lists the mistakes of the config', async () => {
    expect(await validate({ 'app-config.yaml': 'catalog: {kinds: [{}]}', 'a.yaml': group }, 'a.yaml')).toMatchObject({
      exit: 1,
      err: expect.stringContaining('catalog.kinds[0].kind: is required'),
    })
  })
})

describe('what portico catalog validate reads', () => {
  const location = (...targets: string[]) => entity('Location', 'all', JSON.stringify({ targets }))

  it('follows Locations to files, patterns and back, each file once', async () => {
    const files = {
      'all.yaml': location('./deep/more.yaml', './org/*.yaml', './all.yaml'),
      'deep/more.yaml': entity('Location', 'more', '{target: ../all.yaml}'),
      'org/crew.yaml': group,
      'org/shop.yaml': service,
    }
    expect((await validate(files, 'all.yaml')).out).toEqual(['4 entities in 4 files: 0 errors, 0 warnings'])
  })

  it('reports the line of a target that cannot be read, unless it need not be there', async () => {
    const text =
      'apiVersion: backstage.io/v1alpha1\nkind: Location\nmetadata: {name: all}\nspec:\n  targets:\n    - ./a.yaml\n    - ./gone.yaml\n'
    const files = { 'all.yaml': text, 'a.yaml': group, 'b/all.yaml': location('../../secret.yaml') }
    const { exit, out } = await validate(files, 'all.yaml')
    expect(exit).toBe(1)
    expect(out[0]).toBe('all.yaml:7: error: gone.yaml was not found')
    expect((await validate({ ...files, 'all.yaml': `${text}  presence: optional\n` }, 'all.yaml')).exit).toBe(0)
    expect((await validate(files, 'b/all.yaml')).out[0]).toMatch(/^b\/all\.yaml:5: error: .*secret\.yaml was not found$/)
  })

  it('does not leave the folder by a link', async () => {
    const outside = folderOf({ 'secret.yaml': group })
    const folder = folderOf({ 'all.yaml': location('./link.yaml') })
    symlinkSync(path.join(outside, 'secret.yaml'), path.join(folder, 'link.yaml'))
    const { exit, out } = await runIn(folder, 'all.yaml')
    expect(exit).toBe(1)
    expect(out[0]).toBe('all.yaml:5: error: link.yaml is outside of the folders that may be read')
  })

  it('fills placeholders, and reports one whose file does not exist', async () => {
    const api = entity('API', 'web', '{type: openapi, lifecycle: production, owner: crew, definition: {$text: ./api.txt}}')
    expect((await validate({ 'a.yaml': api, 'g.yaml': group, 'api.txt': 'openapi: 3' }, 'a.yaml', 'g.yaml')).exit).toBe(0)
    const { exit, out } = await validate({ 'a.yaml': api, 'g.yaml': group }, 'a.yaml', 'g.yaml')
    expect(exit).toBe(1)
    expect(out[0]).toBe('a.yaml:1: error: api:default/web: api.txt was not found')
  })

  it('takes the catalog-info files of a folder, without skeletons and what others wrote', async () => {
    const files = {
      'catalog-info.yaml': group,
      'deep/er/catalog-info.yml': service,
      'deep/other.yaml': 'a: [',
      'template/skeleton/catalog-info.yaml': entity('Component', '${{ values.name | dump }}', '{}').replace('spec', '{%- if x %}\nspec'),
      'node_modules/x/catalog-info.yaml': 'a: [',
      '.git/catalog-info.yaml': 'a: [',
    }
    const { exit, out } = await validate(files, '.')
    expect(out).toEqual(['Left out: 1 file of template skeletons', '2 entities in 2 files: 0 errors, 0 warnings'])
    expect(exit).toBe(0)
    expect((await validate(files, 'deep/**/*.y*ml')).out.at(-1)).toBe('1 entity in 2 files: 1 error, 1 warning')
    expect((await validate(files, 'template/skeleton/catalog-info.yaml')).exit).toBe(1)
  })

  it.each([
    ['gone.yaml', 'gone.yaml: error: gone.yaml was not found'],
    ['*.yml', '*.yml: error: The pattern *.yml fits no file'],
    ['empty', 'empty: error: The folder empty holds no catalog-info.yaml; name its files, or give a pattern'],
    ['binary.yaml', 'binary.yaml is not text: byte 1 is 0'],
  ])('says so when %s gives nothing', async (word, line) => {
    const { exit, out } = await validate({ 'empty/x.txt': '', 'binary.yaml': 'a\0b' }, word)
    expect(exit).toBe(1)
    expect(out[0]).toContain(line)
  })

  it('reads web addresses only with --remote, as far as the config allows them', async () => {
    const server = createServer((request, response) => response.end(request.url === '/crew.yaml' ? group : ''))
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
    const files = { 'all.yaml': entity('Location', 'all', `{type: url, target: 'http://${host}/crew.yaml'}`) }
    const allowed = { ...files, 'app-config.yaml': `backend: {reading: {allow: [{host: '${host}'}]}}` }
    expect((await validate(files, 'all.yaml')).out).toEqual([
      'Not read: 1 web address; add --remote to read them too',
      '1 entity in 1 file: 0 errors, 0 warnings',
    ])
    expect((await validate(files, 'all.yaml', '--remote')).out[0]).toContain(`You may need to add '${host}' to backend.reading.allow`)
    expect((await validate(allowed, 'all.yaml', '--remote')).out).toEqual(['2 entities in 2 files: 0 errors, 0 warnings'])
    expect((await validateAsJson(allowed, `http://${host}/crew.yaml`, '--remote')).entities).toEqual([
      { ref: 'group:default/crew', file: `http://${host}/crew.yaml`, line: 1 },
    ])
    expect(await validate(files, `http://${host}/crew.yaml`)).toMatchObject({ exit: 2, err: expect.stringContaining('add --remote') })
  })

  it('reads 5,000 entities of a generated organisation in seconds', async () => {
    const folder = folderOf({})
    const words = ['--folder', folder, '--entities', '5000', '--per-file', '100']
    execFileSync(process.execPath, [path.join(repository, 'bench/write-organisation.ts'), ...words])
    const { exit, out } = await runIn(folder, 'catalog-info.yaml', '--strict')
    expect(out).toEqual(['5001 entities in 51 files: 0 errors, 0 warnings'])
    expect(exit).toBe(0)
  })
})

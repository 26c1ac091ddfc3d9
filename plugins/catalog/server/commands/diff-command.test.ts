import { defineServerPlugin } from '@portico/core/server'
import { runCommandLine } from '@portico/core/server/command-line'
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { catalogSections } from '../config.ts'
import { catalogCommands } from './catalog-commands.ts'

const plugin = defineServerPlugin({ id: 'catalog', config: catalogSections, commands: async () => catalogCommands, setup: () => {} })

type Files = Readonly<Record<string, string>>

function emptyFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'portico-diff-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

function write(folder: string, files: Files): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
    writeFileSync(path.join(folder, name), text)
  }
}

async function diffIn(cwd: string, ...words: string[]) {
  const out: string[] = []
  const err: string[] = []
  const exit = await runCommandLine(['catalog', 'diff', ...words], {
    plugins: [plugin],
    cwd,
    env: {},
    print: line => out.push(line),
    warn: line => err.push(line),
  })
  return { exit, out, err: err.join('\n') }
}

async function diff(base: Files, head: Files, ...words: string[]) {
  const cwd = emptyFolder()
  mkdirSync(path.join(cwd, 'old'))
  mkdirSync(path.join(cwd, 'new'))
  write(path.join(cwd, 'old'), base)
  write(path.join(cwd, 'new'), head)
  return diffIn(cwd, 'old', 'new', ...words)
}

async function diffAsJson(base: Files, head: Files, ...words: string[]) {
  const { exit, out } = await diff(base, head, '--json', ...words)
  return { exit, ...JSON.parse(out.join('\n')) }
}

/** A repository with a commit for each set of files, and what runs git in it. */
function repositoryOf(...versions: readonly Files[]) {
  const folder = emptyFolder()
  const git = (...words: string[]) =>
    execFileSync('git', ['-c', 'user.name=test', '-c', 'user.email=test@portico.example', '-c', 'commit.gpgsign=false', ...words], {
      cwd: folder,
      stdio: 'pipe',
    })
  git('init', '-q')
  for (const files of versions) {
    git('rm', '-rq', '--ignore-unmatch', '.')
    write(folder, files)
    git('add', '-A')
    git('commit', '-q', '--allow-empty', '-m', 'a version')
  }
  return { folder, git }
}

const entity = (kind: string, name: string, spec: string) =>
  `apiVersion: backstage.io/v1alpha1\nkind: ${kind}\nmetadata:\n  name: ${name}\nspec: ${spec}\n`
const component = (name: string, more = '') => entity('Component', name, `{type: service, lifecycle: production, owner: crew${more}}`)
const group = (name: string) => entity('Group', name, '{type: team, children: []}')
const join = (...documents: string[]) => documents.join('---\n')

describe('portico catalog diff', () => {
  it('says nothing of two folders that hold the same', async () => {
    const files = { 'catalog-info.yaml': join(group('crew'), component('shop')) }
    const copy = { 'catalog-info.yaml': join(component('shop'), `# moved down\n${group('crew')}`) }
    expect(await diff(files, copy)).toEqual({
      exit: 0,
      out: ['0 added, 0 changed, 0 removed, 2 unchanged: 0 new errors, 0 new warnings'],
      err: '',
    })
  })

  it('lists what is added, changed and removed, with fields old and new', async () => {
    const shop = component('shop', ', dependsOn: [component:a, component:b]')
    const other = shop.replace('component:a', 'component:c').replace('crew', 'rest')
    const base = { 'catalog-info.yaml': join(group('crew'), group('rest'), shop, component('a'), component('b'), component('old')) }
    const head = {
      'catalog-info.yaml': join(group('crew'), group('rest'), other, component('a'), component('c')),
      'b/catalog-info.yaml': component('b'),
    }
    const { exit, out } = await diff(base, head)
    expect(out).toEqual([
      '+ component:default/c  catalog-info.yaml:25',
      '~ component:default/b  b/catalog-info.yaml:1',
      '    moved from catalog-info.yaml',
      '~ component:default/shop  catalog-info.yaml:13',
      "    spec.dependsOn: added 'component:c', removed 'component:a'",
      "    spec.owner: 'crew' → 'rest'",
      '- component:default/old  catalog-info.yaml:31',
      '',
      '1 added, 2 changed, 1 removed, 3 unchanged: 0 new errors, 0 new warnings',
    ])
    expect(exit).toBe(0)
  })

  it('fails when what is removed was needed, or owned something', async () => {
    const base = { 'catalog-info.yaml': join(group('crew'), component('shop', ', dependsOn: [component:till]'), component('till')) }
    const head = { 'catalog-info.yaml': component('shop', ', dependsOn: [component:till]') }
    const { exit, out } = await diff(base, head)
    expect(exit).toBe(1)
    expect(out.slice(3)).toEqual([
      'catalog-info.yaml:5: error: component:default/shop: dependsOn component:default/till, which is no longer there',
      'catalog-info.yaml:5: error: component:default/shop: its owner group:default/crew is no longer there',
      '',
      '0 added, 0 changed, 2 removed, 1 unchanged: 2 new errors, 0 new warnings',
    ])
    expect((await diff(base, head, '--allow-missing', 'group:*,component:default/till')).exit).toBe(0)
  })

  it('only warns of new relations to what neither version holds, and keeps quiet about old ones', async () => {
    const base = { 'catalog-info.yaml': component('shop', ', dependsOn: [resource:far]') }
    const head = { 'catalog-info.yaml': component('shop', ', dependsOn: [resource:far, resource:farther]') }
    const { exit, brokenRelations, missingOwners } = await diffAsJson(base, head)
    expect(exit).toBe(0)
    expect(missingOwners).toEqual([])
    expect(brokenRelations).toEqual([
      {
        source: 'component:default/shop',
        type: 'dependsOn',
        target: 'resource:default/farther',
        file: 'catalog-info.yaml',
        line: 5,
        wasThere: false,
      },
    ])
    expect((await diff(base, head, '--strict')).exit).toBe(1)
  })

  it('fails on new mistakes and conflicts, and does not take what is wrong for removed', async () => {
    const base = {
      'catalog-info.yaml': join(group('crew'), component('shop'), component('till', ', dependsOn: [component:shop]')),
      'b/catalog-info.yaml': component('other'),
    }
    const wrong = {
      ...base,
      'catalog-info.yaml': join(
        group('crew'),
        entity('Component', 'shop', '{type: 5}'),
        component('till', ', dependsOn: [component:shop]'),
      ),
    }
    const report = await diffAsJson(base, wrong)
    expect(report).toMatchObject({ exit: 1, breaks: true, errors: 3, removed: [], brokenRelations: [] })
    expect(report.problems[0]).toMatchObject({ code: 'invalid-entity', ref: 'component:default/shop', file: 'catalog-info.yaml' })
    expect(await diffAsJson(wrong, wrong)).toMatchObject({ exit: 0, breaks: false, problems: [] })

    const unreadable = await diffAsJson(base, { ...base, 'catalog-info.yaml': 'a: [' })
    expect(unreadable).toMatchObject({ exit: 1, removed: [], brokenRelations: [], missingOwners: [] })
    expect(unreadable.problems).toHaveLength(1)

    const twice = await diffAsJson(base, { ...base, 'c/catalog-info.yaml': component('other') })
    expect(twice).toMatchObject({ exit: 1, errors: 1, added: [], removed: [] })
    expect(twice.conflicts).toEqual([
      {
        ref: 'component:default/other',
        places: [
          { file: 'b/catalog-info.yaml', line: 1 },
          { file: 'c/catalog-info.yaml', line: 1 },
        ],
      },
    ])
  })

  it('does not take entities for removed when the Location that leads to them is wrong', async () => {
    const base = { 'root.yaml': entity('Location', 'all', '{targets: [./org.yaml]}'), 'org.yaml': join(group('crew'), component('shop')) }
    expect(
      await diffAsJson(base, { ...base, 'root.yaml': entity('Location', 'all', '{targets: 5}') }, '--path', 'root.yaml'),
    ).toMatchObject({ exit: 1, removed: [] })
    expect(await diffAsJson(base, { 'root.yaml': base['root.yaml'] }, '--path', 'root.yaml')).toMatchObject({ exit: 1, removed: [] })
    const dropped = await diffAsJson(base, { ...base, 'root.yaml': entity('Location', 'all', '{targets: []}') }, '--path', 'root.yaml')
    expect(dropped.removed.map(({ ref }: { ref: string }) => ref)).toEqual(['component:default/shop', 'group:default/crew'])
  })

  it('fails when an owner is taken away from what had one', async () => {
    const template = (owner: string) =>
      entity('Template', 'start', `{type: service, steps: []${owner}}`).replace('backstage.io/v1alpha1', 'scaffolder.backstage.io/v1beta3')
    const [base, head] = [', owner: crew', ''].map(owner => ({ 'catalog-info.yaml': join(group('crew'), template(owner)) }))
    expect(await diffAsJson(base!, head!)).toMatchObject({
      exit: 1,
      missingOwners: [{ ref: 'template:default/start', file: 'catalog-info.yaml', line: 7, wasThere: true }],
      changed: [{ ref: 'template:default/start', fields: [{ path: 'spec.owner', before: 'crew' }] }],
    })
  })

  it('prints everything as JSON', async () => {
    const base = { 'catalog-info.yaml': join(group('crew'), component('a'), component('b')) }
    const head = { 'catalog-info.yaml': join(group('crew'), component('a').replace('production', 'retired'), component('c')) }
    expect(await diffAsJson(base, head)).toEqual({
      exit: 0,
      base: 'old',
      head: 'new',
      breaks: false,
      errors: 0,
      warnings: 0,
      added: [{ ref: 'component:default/c', file: 'catalog-info.yaml', line: 13 }],
      changed: [
        {
          ref: 'component:default/a',
          file: 'catalog-info.yaml',
          line: 7,
          fields: [{ path: 'spec.lifecycle', before: 'production', after: 'retired' }],
        },
      ],
      removed: [{ ref: 'component:default/b', file: 'catalog-info.yaml', line: 13 }],
      unchanged: 1,
      problems: [],
      brokenRelations: [],
      missingOwners: [],
      conflicts: [],
    })
    expect(await diff(base, head, '--json', '--markdown')).toMatchObject({ exit: 2, out: [] })
  })

  it('prints a comment in which no text of the files can do anything', async () => {
    const describedAs = (text: string) => component('a').replace('spec:', `  description: '${text}'\nspec:`)
    const base = {
      'catalog-info.yaml': join(group('crew'), component('b', ', dependsOn: [component:gone]'), component('gone'), describedAs('x')),
    }
    const head = {
      'catalog-info.yaml': join(group('crew'), component('b', ', dependsOn: [component:gone]'), describedAs('@all ``<img src=x>`')),
    }
    const { exit, out } = await diff(base, head, '--markdown')
    expect(exit).toBe(1)
    const text = out.join('\n')
    expect(text).toContain('### Catalog: 0 added, 1 changed, 1 removed, 2 unchanged: 1 new error, 0 new warnings')
    expect(text).toContain('<details open><summary>Breaks (1)</summary>\n\n- `catalog-info.yaml:11` `component:default/b: dependsOn')
    expect(text).toContain("  - `metadata.description`: ``` 'x' → '@all ``<img src=x>`' ```")
    expect(text).toContain('- `component:default/gone` from `catalog-info.yaml`')
  })

  it('keeps a comment short however much has changed', async () => {
    const many = join(...Array.from({ length: 2000 }, (_, at) => component(`service-${at}`)))
    const { exit, out } = await diff(
      { 'catalog-info.yaml': group('crew') },
      { 'catalog-info.yaml': join(group('crew'), many) },
      '--markdown',
    )
    expect(exit).toBe(0)
    expect(out.join('\n')).toContain('- and 1950 more')
    expect(out.join('\n').length).toBeLessThan(60_000)
  })
})

describe('the versions that portico catalog diff compares', () => {
  const first = { 'catalog-info.yaml': join(group('crew'), component('shop')), 'docs/readme.md': 'x' }
  const second = {
    'catalog-info.yaml': join(group('crew'), component('shop').replace('production', 'retired')),
    'new/catalog-info.yaml': component('extra'),
  }

  it('may be git revisions, and the folder as it is', async () => {
    const { folder, git } = repositoryOf(first, second)
    git('tag', 'v1', 'HEAD~1')
    for (const words of [
      ['v1', 'HEAD'],
      ['HEAD~1', '.'],
      ['v1', git('rev-parse', '--short', 'HEAD').toString().trim()],
    ]) {
      expect(await diffIn(folder, ...words)).toMatchObject({
        exit: 0,
        out: expect.arrayContaining([
          "    spec.lifecycle: 'production' → 'retired'",
          '1 added, 1 changed, 0 removed, 1 unchanged: 0 new errors, 0 new warnings',
        ]),
      })
    }
    expect((await diffIn(folder, 'HEAD', 'v1')).out.at(-1)).toBe('0 added, 1 changed, 1 removed, 1 unchanged: 0 new errors, 0 new warnings')
    write(folder, { 'catalog-info.yaml': group('crew') })
    expect((await diffIn(folder, 'HEAD', '.')).out.at(-1)).toContain('1 removed')
  })

  it('follow Locations, patterns, placeholders and links within the revision, and never out of it', async () => {
    const api = entity('API', 'web', '{type: openapi, lifecycle: production, owner: crew, definition: {$text: /docs/web.yaml}}')
    const files = {
      'catalog-info.yaml': join(entity('Location', 'all', '{targets: [./org/*.yaml, ./link.yaml]}'), api),
      'org/crew.yaml': group('crew'),
      'org/shop.yaml': component('shop'),
      'docs/web.yaml': 'openapi: 3.0.0\ninfo: {}\n',
      'real.yaml': component('linked'),
      'node_modules/x/catalog-info.yaml': 'a: [',
    }
    const { folder, git } = repositoryOf(files)
    symlinkSync('real.yaml', path.join(folder, 'link.yaml'))
    git('add', '-A')
    git('commit', '-qm', 'a link')
    expect((await diffIn(folder, 'HEAD', '.')).out).toEqual(['0 added, 0 changed, 0 removed, 5 unchanged: 0 new errors, 0 new warnings'])
    write(folder, { 'docs/web.yaml': 'openapi: 3.1.0\n' })
    expect((await diffIn(folder, 'HEAD', '.')).out).toContain("    spec.definition: a text of 2 lines → 'openapi: 3.1.0'")
    write(folder, { 'catalog-info.yaml': entity('Location', 'all', '{targets: [../../../outside.yaml]}') })
    git('add', '-A')
    git('commit', '-qm', 'outside')
    expect((await diffIn(folder, 'HEAD~1', 'HEAD')).out.join('\n')).toMatch(
      /catalog-info\.yaml:5: error: .*outside\.yaml is outside of the folders/,
    )
  })

  it('are those of the current folder, and of the paths that are named', async () => {
    const { folder } = repositoryOf(
      { 'team/catalog-info.yaml': group('crew'), 'catalog-info.yaml': 'a: [' },
      { 'team/catalog-info.yaml': join(group('crew'), group('rest')), 'catalog-info.yaml': group('top') },
    )
    expect((await diffIn(path.join(folder, 'team'), 'HEAD~1', 'HEAD')).out.at(-1)).toMatch(/^1 added, 0 changed, 0 removed, 1 unchanged/)
    expect((await diffIn(folder, 'HEAD~1', 'HEAD', '--path', 'team')).out.at(-1)).toMatch(/^1 added, 0 changed, 0 removed, 1 unchanged/)
    expect((await diffIn(folder, 'HEAD~1', 'HEAD', '--path', '*/*.yaml')).out.at(-1)).toMatch(/^1 added, 0 changed, 0 removed, 1 unchanged/)
    expect(await diffIn(folder, 'HEAD~1', 'HEAD', '--path', 'nowhere')).toMatchObject({ exit: 2, err: 'error: nowhere was not found' })
  })

  it('may begin or end with nothing', async () => {
    const { folder } = repositoryOf({ 'readme.md': 'x' }, first)
    expect((await diffIn(folder, 'HEAD~1', 'HEAD')).out.at(-1)).toMatch(/^2 added/)
    expect(await diffIn(folder, 'HEAD', 'HEAD~1')).toMatchObject({
      exit: 0,
      out: expect.arrayContaining([expect.stringMatching(/2 removed/)]),
    })
    expect(await diffIn(folder, 'HEAD~1', 'HEAD~1')).toMatchObject({ exit: 2, err: expect.stringContaining('holds no catalog-info.yaml') })
  })

  it('may be files', async () => {
    const folder = emptyFolder()
    write(folder, { 'a.yaml': group('crew'), 'b.yaml': join(group('crew'), group('rest')) })
    expect((await diffIn(folder, 'a.yaml', 'b.yaml')).out.at(-1)).toMatch(/^1 added, 1 changed/)
  })

  it.each(['no-such-branch', '--upload-pack=x', 'HEAD:catalog-info.yaml'])('must exist: %s', async name => {
    const { folder } = repositoryOf(first)
    const { exit, err } = await diffIn(folder, '--', name, '.')
    expect(exit).toBe(2)
    expect(err).toContain(`error: '${name}' is neither a file or folder nor a git revision here`)
  })

  it('need a repository unless they are folders', async () => {
    const { exit, err } = await diffIn(emptyFolder(), 'main', '.')
    expect(exit).toBe(2)
    expect(err).toContain('not a git repository')
  })
})

import { load } from 'js-yaml'
import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readCatalog, referencesOf, refOf } from './catalog-files.ts'

const root = import.meta.dirname
const located = readCatalog(join(root, 'catalog-info.yaml'))
const entities = located.map(({ entity }) => entity)
const refs = entities.map(refOf)
const ofKind = (kind: string) => entities.filter(entity => entity.kind === kind)
const named = (ref: string) => entities.find(entity => refOf(entity) === ref)!

describe('the example company', () => {
  it('has 40 to 70 entities, of every kind', () => {
    expect(entities.length).toBeGreaterThanOrEqual(40)
    expect(entities.length).toBeLessThanOrEqual(70)
    const min = { Domain: 2, System: 5, Component: 12, API: 5, Resource: 5, Group: 8, User: 10, Location: 2, Template: 3 }
    for (const [kind, count] of Object.entries(min)) expect(ofKind(kind).length, kind).toBeGreaterThanOrEqual(count)
    expect(new Set(entities.map(entity => entity.kind))).toEqual(new Set(Object.keys(min)))
  })

  it('is reached whole from its root file', () => {
    const files = globSync('**/*.yaml', { cwd: root, exclude: path => /skeleton|^scorecards/.test(path) })
    const withEntities = files.filter(file => /^kind: /m.test(readFileSync(join(root, file), 'utf8')))
    expect(withEntities.toSorted()).toEqual([...new Set(located.map(({ file }) => relative(root, file)))].toSorted())
  })

  it('names nothing twice', () => {
    expect(refs.filter((ref, index) => refs.indexOf(ref) !== index)).toEqual([])
  })

  it('uses only well-formed names, tags, labels, annotations and links', () => {
    for (const { metadata } of entities) {
      expect(metadata.name).toMatch(/^[a-z0-9]([a-zA-Z0-9._-]{0,61}[a-z0-9])?$/)
      expect(metadata.description?.trim(), metadata.name).toBeTruthy()
      for (const tag of metadata.tags ?? []) expect(tag).toMatch(/^[a-z0-9:+#]+(-[a-z0-9:+#]+)*$/)
      for (const key of [...Object.keys(metadata.labels ?? {}), ...Object.keys(metadata.annotations ?? {})])
        expect(key).toMatch(/^([a-z0-9.-]+\/)?[a-zA-Z0-9]([a-zA-Z0-9._-]*[a-zA-Z0-9])?$/)
      for (const value of Object.values(metadata.labels ?? {})) expect(value).toMatch(/^([a-zA-Z0-9]([a-zA-Z0-9._-]{0,61}[a-zA-Z0-9])?)?$/)
      for (const value of Object.values(metadata.annotations ?? {})) expect(value).toBeTypeOf('string')
      for (const link of metadata.links ?? []) expect(new URL(link.url).hostname).toMatch(/\.example$/)
    }
  })

  it('gives every entity the fields its kind must have', () => {
    const required: Record<string, string[]> = {
      Component: ['type', 'lifecycle', 'owner'],
      API: ['type', 'lifecycle', 'owner', 'definition'],
      Resource: ['type', 'owner'],
      System: ['owner'],
      Domain: ['owner'],
      Group: ['type', 'children'],
      User: ['memberOf'],
      Template: ['type', 'steps'],
      Location: ['targets'],
    }
    const missing = entities.flatMap(entity => required[entity.kind]!.filter(field => !(field in entity.spec)).map(field => `${refOf(entity)} ${field}`))
    expect(missing).toEqual([])
  })

  it('refers to two things that do not exist, for the health page, and otherwise only to what does', () => {
    const dangling = entities.flatMap(referencesOf).filter(reference => !refs.includes(reference.to))
    expect(dangling.map(({ from, to }) => `${from} > ${to}`).toSorted()).toEqual([
      'component:default/label-press > resource:default/zpl-spooler',
      'resource:default/doorstep-photos > group:default/night-desk',
    ])
  })

  it('agrees about parents and children on both sides', () => {
    const references = ofKind('Group').flatMap(referencesOf)
    const down = references.filter(({ field }) => field === 'children').map(({ from, to }) => `${from} > ${to}`)
    const up = references.filter(({ field }) => field === 'parent').map(({ from, to }) => `${to} > ${from}`)
    expect(down.toSorted()).toEqual(up.toSorted())
  })

  it('has a dependency chain of nine without a cycle', () => {
    const dependencies = Map.groupBy(entities.flatMap(referencesOf).filter(({ field }) => field === 'dependsOn'), ({ from }) => from)
    const depth = (ref: string, path: string[]): number => {
      if (path.includes(ref)) throw new Error(`circle: ${[...path, ref].join(' -> ')}`)
      return 1 + Math.max(0, ...(dependencies.get(ref) ?? []).map(({ to }) => depth(to, [...path, ref])))
    }
    expect(Math.max(...refs.map(ref => depth(ref, [])))).toBe(9)
  })

  it('has the edge cases that screens must handle', () => {
    expect(named('component:default/parcel-kit').spec['system']).toBeUndefined()
    expect(named('system:default/platform').spec['domain']).toBeUndefined()
    expect(named('component:default/label-press').spec['lifecycle']).toBe('deprecated')
    expect(named('component:default/quote-engine').spec['subcomponentOf']).toBe('booking-service')
    expect(entities.flatMap(referencesOf).filter(({ field, to }) => field === 'memberOf' && to === 'group:default/winter-readiness')).toEqual([])
    expect(named('user:development/guest').spec['memberOf']).toEqual(['group:default/front-door'])
    expect(new Set(ofKind('Component').map(entity => entity.spec['lifecycle']))).toEqual(new Set(['production', 'experimental', 'deprecated']))
  })
})

describe('the definitions of the APIs', () => {
  const definitions = located
    .filter(({ entity }) => entity.kind === 'API')
    .map(({ entity, file }) => {
      const { $text } = entity.spec['definition'] as { $text: string }
      return { name: entity.metadata.name, type: String(entity.spec['type']), text: readFileSync(resolve(dirname(file), $text), 'utf8') }
    })

  it('are of the four common types', () => {
    expect(new Set(definitions.map(({ type }) => type))).toEqual(new Set(['openapi', 'asyncapi', 'graphql', 'grpc']))
  })

  it.each(definitions.filter(({ type }) => type.endsWith('api')))('of $name parse, carry their version and refer only to what they hold', ({ type, text }) => {
    const document = load(text) as Record<string, unknown>
    expect(document[type]).toMatch(type === 'openapi' ? /^3\.1\./ : /^3\./)
    expect(document['info']).toMatchObject({ title: expect.any(String), version: expect.any(String) })
    const pointers = [...text.matchAll(/(?:\$ref: |: )'(#\/[^']+)'/g)].map(match => match[1]!)
    expect(pointers.length).toBeGreaterThan(5)
    expect(pointers.filter(pointer => at(document, pointer) === undefined)).toEqual([])
  })

  it('hold what the history replaces in them', () => {
    const { changes } = load(readFileSync(join(root, 'tools/data/history.yaml'), 'utf8')) as {
      changes: { ref: string; definition?: { now: string }[] }[]
    }
    const replaced = changes.flatMap(({ ref, definition = [] }) => definition.map(({ now }) => ({ name: ref.split('/')[1], now })))
    expect(replaced.length).toBeGreaterThan(10)
    const times = ({ name, now }: (typeof replaced)[number]) => definitions.find(each => each.name === name)!.text.split(now).length - 1
    expect(replaced.filter(each => times(each) === 0)).toEqual([])
  })

  it.each(definitions.filter(({ type }) => type === 'graphql'))('of $name use only types they define', ({ text }) => {
    const bare = text.replaceAll(/"[^"]*"/g, '')
    const defined = [...bare.matchAll(/^(?:type|input|enum|interface|scalar|union) (\w+)/gm)].map(match => match[1])
    const used = [...bare.matchAll(/: \[?([A-Z]\w+)/g)].map(match => match[1])
    expect(used.filter(name => ![...defined, 'String', 'Int', 'Float', 'Boolean', 'ID'].includes(name))).toEqual([])
    expect(bare.split('{').length).toBe(bare.split('}').length)
  })

  it.each(definitions.filter(({ type }) => type === 'grpc'))('of $name use only messages they define', ({ text }) => {
    const bare = text.replaceAll(/\/\/.*/g, '')
    const defined = [...bare.matchAll(/^(?:message|enum) (\w+)/gm)].map(match => match[1])
    const used = [...bare.matchAll(/\((?:stream )?(\w+)\)|^\s+(?:repeated )?([A-Z]\w+) \w+ = \d+;/gm)].map(match => match[1] ?? match[2])
    expect(used.length).toBeGreaterThan(20)
    expect(used.filter(name => !defined.includes(name))).toEqual([])
    expect(bare.split('{').length).toBe(bare.split('}').length)
  })
})

describe('the documentation', () => {
  const folders = located.flatMap(({ entity, file }) => {
    const ref = entity.metadata.annotations?.['backstage.io/techdocs-ref']
    return typeof ref === 'string' && ref.startsWith('dir:') ? [join(dirname(file), ref.slice('dir:'.length))] : []
  })
  const textOf = (folder: string) => globSync('docs/**/*.md', { cwd: folder }).map(file => readFileSync(join(folder, file), 'utf8')).join('\n')

  it('exists for at least four entities', () => {
    expect(new Set(folders).size).toBeGreaterThanOrEqual(4)
  })

  it.each(folders.map(folder => ({ folder, name: relative(root, folder) })))('of $name has every page and picture, and no page that is not listed', ({ folder }) => {
    const site = load(readFileSync(join(folder, 'mkdocs.yml'), 'utf8')) as { site_name: string; nav: unknown[] }
    expect(site.site_name).toBeTruthy()
    const pages = pagesOf(site.nav)
    // A translation stands beside its page, and posts are found by the lists of their blog: neither is listed itself.
    const isUnlisted = (file: string) => /\.[a-z]{2}\.md$/.test(file) || file.startsWith('blog/posts/')
    const written = globSync('**/*.md', { cwd: join(folder, 'docs') }).filter(file => !isUnlisted(file))
    expect(pages.toSorted()).toEqual(written.toSorted())
    for (const page of pages) {
      const file = join(folder, 'docs', page)
      for (const [, picture] of readFileSync(file, 'utf8').matchAll(/!\[[^\]]+\]\(([^)]+)\)/g)) expect(existsSync(join(dirname(file), picture!)), picture).toBe(true)
    }
  })

  it('has three sites with everything that sites of others are made of', () => {
    const signs = [/^=== "/m, /^!!! /m, /^ *\?\?\? /m, /^--8<-- "/m, /^\|.*--/m, /^\$\$$/m, /^```mermaid$/m, /^```\w+ title="/m, /^:   /m, /^ *\d\. /m]
    expect(folders.filter(folder => signs.every(sign => sign.test(textOf(folder)))).length).toBeGreaterThanOrEqual(3)
  })

  it('shows code, tables, notes, diagrams and pictures', () => {
    const text = folders.map(textOf).join('\n')
    for (const sign of [/^```bash$/m, /^```mermaid$/m, /^\| --- \|/m, /^!!! (note|tip|warning|danger)/m, /^!\[/m]) expect(text).toMatch(sign)
  })
})

describe('the templates', () => {
  const templates = located.filter(({ entity }) => entity.kind === 'Template')
  const stepsOf = (spec: Readonly<Record<string, unknown>>) => spec['steps'] as { id?: string; action: string; input: { url?: string } }[]

  it.each(templates.map(({ entity, file }) => ({ entity, file, name: entity.metadata.name })))('$name fetches only folders that exist and names every step once', ({ entity, file }) => {
    expect(entity.apiVersion).toBe('scaffolder.backstage.io/v1beta3')
    const steps = stepsOf(entity.spec)
    const urls = steps.flatMap(step => (step.action === 'fetch:template' ? [step.input.url!] : []))
    for (const url of urls) expect(statSync(resolve(dirname(file), url)).isDirectory(), url).toBe(true)
    const ids = steps.flatMap(step => step.id ?? [])
    expect(new Set(ids).size).toBe(ids.length)
    const text = readFileSync(file, 'utf8')
    const mentioned = [...text.matchAll(/steps\.([\w-]+)\.output/g)].map(match => match[1])
    expect(mentioned.filter(id => !ids.includes(id!))).toEqual([])
  })

  it('use every field picker between them', () => {
    const text = templates.map(({ file }) => readFileSync(file, 'utf8')).join('\n')
    const used = new Set([...text.matchAll(/ui:field: (\w+)/g)].map(match => match[1]))
    const pickers = ['EntityPicker', 'EntityNamePicker', 'MultiEntityPicker', 'RepoUrlPicker', 'OwnerPicker', 'MyGroupsPicker', 'OwnedEntityPicker', 'EntityTagsPicker', 'RepoBranchPicker', 'RepoOwnerPicker', 'Secret']
    expect(used).toEqual(new Set(pickers))
  })
})

function at(document: unknown, pointer: string): unknown {
  return pointer.slice(2).split('/').reduce<unknown>((value, key) => {
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key.replaceAll('~1', '/').replaceAll('~0', '~')] : undefined
  }, document)
}

function pagesOf(nav: unknown): string[] {
  if (typeof nav === 'string') return [nav]
  return Object.values(nav as object).flatMap(pagesOf)
}

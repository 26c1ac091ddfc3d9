import { dump, load, loadAll } from 'js-yaml'
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { countsOf, type Entity } from './entity.ts'
import { generateOrganisation } from './organisation.ts'
import { writeOrganisation } from './write-organisation.ts'

const organisation = [...generateOrganisation({ entities: 2000, seed: 7 })]
const refs = new Set(organisation.map(refOf))
const ofKind = (kind: string) => organisation.filter(entity => entity.kind === kind)

function refOf({ kind, metadata }: Entity): string {
  return `${kind}:default/${metadata.name}`.toLowerCase()
}

function referencesOf({ spec }: Entity): string[] {
  const kinds: Record<string, string> = {
    system: 'system',
    domain: 'domain',
    subdomainOf: 'domain',
    subcomponentOf: 'component',
    providesApis: 'api',
  }
  const more: Record<string, string> = {
    consumesApis: 'api',
    parent: 'group',
    children: 'group',
    memberOf: 'group',
    owner: '',
    dependsOn: '',
  }
  return Object.entries({ ...kinds, ...more }).flatMap(([field, kind]) => {
    const value = (spec[field] ?? []) as string | string[]
    return [value].flat().map(text => (kind === '' ? text : `${kind}:default/${text}`))
  })
}

function countBy(values: readonly string[]): number[] {
  return [...Map.groupBy(values, value => value).values()].map(group => group.length).toSorted((a, b) => b - a)
}

describe('a generated organisation', () => {
  it('is the same, byte for byte, for the same seed', () => {
    const again = JSON.stringify([...generateOrganisation({ entities: 2000, seed: 7 })])
    expect(again).toBe(JSON.stringify(organisation))
    // On every machine and for ever, or figures of different days would not compare. Change it only with the generator.
    expect(createHash('sha256').update(again).digest('hex').slice(0, 16)).toBe('734d3cb919d47d78')
  })

  it('is another for another seed', () => {
    const other = [...generateOrganisation({ entities: 2000, seed: 8 })]
    expect(other.filter(entity => refs.has(refOf(entity))).length).toBeLessThan(100)
  })

  it('has as many entities as asked for, each with a name of its own', () => {
    expect(organisation).toHaveLength(2000)
    expect(refs.size).toBe(2000)
    for (const { metadata } of organisation) expect(metadata.name).toMatch(/^[a-z0-9][a-z0-9.-]{0,61}[a-z0-9]$/)
  })

  it('refers only to its own entities', () => {
    const references = organisation.flatMap(referencesOf)
    expect(references.length).toBeGreaterThan(6000)
    expect(references.filter(ref => !refs.has(ref))).toEqual([])
  })

  it('has the proportions of a real one', () => {
    const share = (kind: string) => ofKind(kind).length / organisation.length
    expect(share('Component')).toBeCloseTo(0.6, 2)
    expect(share('User')).toBeCloseTo(0.15, 2)
    expect(share('API')).toBeCloseTo(0.1, 2)
    expect(share('Resource')).toBeCloseTo(0.08, 2)
    const bytes = Buffer.byteLength(organisation.map(entity => dump(entity, { lineWidth: -1 })).join('---\n')) / organisation.length
    expect(bytes).toBeGreaterThan(1500)
    expect(bytes).toBeLessThan(2500)
  })

  it('has a few owners and tags that are everywhere and many that are rare', () => {
    const owners = countBy(ofKind('Component').map(({ spec }) => String(spec['owner'])))
    expect(owners[0]).toBeGreaterThan(10 * owners[Math.floor(owners.length / 2)]!)
    const tags = countBy(organisation.flatMap(({ metadata }) => metadata.tags ?? []))
    expect(tags.length).toBeGreaterThan(150)
    expect(tags[0]).toBeGreaterThan(10 * tags[Math.floor(tags.length / 2)]!)
  })

  it('gives every entity six to ten annotations', () => {
    const counts = organisation.map(({ metadata }) => Object.keys(metadata.annotations).length)
    expect(Math.min(...counts)).toBeGreaterThanOrEqual(6)
    expect(Math.max(...counts)).toBeLessThanOrEqual(10)
  })

  it('provides every API once, from a component of the same owner', () => {
    const provided = ofKind('Component').flatMap(({ spec }) =>
      (spec['providesApis'] as string[]).map(name => [name, spec['owner']] as const),
    )
    const expected = ofKind('API').map(({ metadata, spec }) => [metadata.name, spec['owner']])
    expect(provided.toSorted()).toEqual(expected.toSorted())
  })

  it('nests its groups under one root, in which both sides agree', () => {
    const groups = ofKind('Group')
    expect(groups.filter(({ spec }) => spec['parent'] === undefined)).toHaveLength(1)
    const down = groups.flatMap(({ metadata, spec }) => (spec['children'] as string[]).map(child => `${metadata.name} > ${child}`))
    const up = groups.flatMap(({ metadata, spec }) =>
      spec['parent'] === undefined ? [] : [`${String(spec['parent'])} > ${metadata.name}`],
    )
    expect(down.toSorted()).toEqual(up.toSorted())
  })

  it.each([20, 21, 50, 333])('is consistent with only %i entities', entities => {
    const small = [...generateOrganisation({ entities, seed: 1 })]
    const known = new Set(small.map(refOf))
    expect(known.size).toBe(entities)
    expect(small.flatMap(referencesOf).filter(ref => !known.has(ref))).toEqual([])
  })

  it.each([19, 0, -5, 20.5, NaN, Infinity])('cannot have %d entities', entities => {
    expect(() => countsOf(entities)).toThrow(RangeError)
  })
})

describe('writing an organisation', () => {
  const folder = mkdtempSync(join(tmpdir(), 'portico-organisation-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('makes files of so many entities and a Location that leads to all of them', () => {
    const written = writeOrganisation({ entities: 250, seed: 7, folder, perFile: 100 })
    const root = load(readFileSync(written.root, 'utf8')) as { kind: string; spec: { targets: string[] } }
    expect(root.kind).toBe('Location')
    expect(root.spec.targets.map(target => target.slice(2)).toSorted()).toEqual(
      readdirSync(folder)
        .filter(name => name.startsWith('part-'))
        .toSorted(),
    )
    const read = root.spec.targets.flatMap(target => loadAll(readFileSync(join(folder, target), 'utf8')))
    expect(read).toEqual([...generateOrganisation({ entities: 250, seed: 7 })])
    expect(written).toMatchObject({ files: 3, entities: 250 })
  })

  it('refuses files of no entities', () => {
    expect(() => writeOrganisation({ entities: 250, seed: 7, folder, perFile: 0 })).toThrow(RangeError)
  })
})

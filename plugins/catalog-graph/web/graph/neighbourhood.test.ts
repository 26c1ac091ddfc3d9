import type { Entity } from '@portico/catalog/common'
import { expect, test } from 'vitest'
import { pageLimits, walkNeighbourhood, type LoadEntities } from './neighbourhood.ts'
import { expandView, initialView, type ViewState } from './view-state.ts'

/** Entities by ref from relations: `{ 'component:default/a': ['dependsOn component:default/b'] }`. */
function catalogOf(links: Readonly<Record<string, readonly string[]>>) {
  const asked: string[][] = []
  const load: LoadEntities = refs => {
    asked.push([...refs])
    return Promise.resolve(
      refs.map(ref => {
        const relations = links[ref]?.map(link => ({ type: link.split(' ')[0] ?? '', targetRef: link.split(' ')[1] ?? '' }))
        const [, kind = '', namespace = '', name = ''] = /^(.+):(.+)\/(.+)$/.exec(ref) ?? []
        return relations && ({ apiVersion: 'v1', kind, metadata: { name, namespace }, relations } satisfies Entity)
      }),
    )
  }
  return { load, asked }
}

const c = (name: string | number) => `component:default/${name}`
const from = (root: string, part: Partial<ViewState> = {}): ViewState => ({ ...initialView, rootEntityRefs: [root], ...part })

test('one request is sent for each distance, and none beyond the depth', async () => {
  const { load, asked } = catalogOf({
    [c('a')]: [`dependsOn ${c('b')}`],
    [c('b')]: [`dependsOn ${c('c')}`],
    [c('c')]: [`dependsOn ${c('d')}`],
  })
  const { members } = await walkNeighbourhood(from(c('a'), { maxDepth: 2 }), load)
  expect(asked).toEqual([[c('a')], [c('b')], [c('c')]])
  expect([...members.values()].map(({ ref, distance }) => [ref, distance])).toEqual([
    [c('a'), 0],
    [c('b'), 1],
    [c('c'), 2],
  ])
})

test('circles end, several roots meet, and letters of either case are the same entity', async () => {
  const { load, asked } = catalogOf({
    [c('a')]: [`dependsOn ${c('B').replace('b', 'B')}`, `dependsOn ${c('a')}`],
    [c('b')]: [`dependsOn ${c('a')}`, `dependsOn ${c('c')}`],
    [c('c')]: [`dependsOn ${c('a')}`],
  })
  const { members } = await walkNeighbourhood({ ...from(c('a'), { maxDepth: Infinity }), rootEntityRefs: [c('a'), c('c')] }, load)
  expect([...members.keys()]).toEqual([c('a'), c('c'), c('b')])
  expect(asked).toHaveLength(2)
})

test('kinds and relations that are not selected are neither shown nor traversed', async () => {
  const { load } = catalogOf({
    [c('a')]: [`ownedBy group:default/x`, `dependsOn ${c('b')}`, `consumesApi api:default/p`],
    'group:default/x': [`ownerOf ${c('far')}`],
    [c('b')]: [],
    'api:default/p': [],
  })
  const kinds = await walkNeighbourhood(from(c('a'), { selectedKinds: ['component'] }), load)
  expect([...kinds.members.keys()]).toEqual([c('a'), c('b')])
  const relations = await walkNeighbourhood(from(c('a'), { selectedRelations: ['consumesApi'] }), load)
  expect([...relations.members.keys()]).toEqual([c('a'), 'api:default/p'])
})

test('an entity that is related to 5,000 others shows the first of them and counts the rest', async () => {
  const many = Array.from({ length: 5000 }, (_, index) => c(String(index).padStart(4, '0')))
  const { load, asked } = catalogOf({ [c('hub')]: many.map(ref => `dependsOn ${ref}`), ...Object.fromEntries(many.map(ref => [ref, []])) })
  const view = from(c('hub'), { maxDepth: Infinity })
  const few = await walkNeighbourhood(view, load)
  expect(few.members.size).toBe(1 + pageLimits.perRelation)
  expect(few.leftOut).toEqual([{ from: c('hub'), relation: 'dependsOn', count: 5000 - pageLimits.perRelation }])
  const more = await walkNeighbourhood(expandView(view, c('hub'), 'dependsOn'), load)
  expect(more.members.size).toBe(1 + pageLimits.perRelation + 25)
  expect(more.leftOut).toEqual([{ from: c('hub'), relation: 'dependsOn', count: 5000 - pageLimits.perRelation - 25 }])
  expect(Math.max(...asked.map(refs => refs.length))).toBeLessThan(100)
})

test('of thousands within reach no more are loaded than can be drawn, however deep', async () => {
  const links: Record<string, string[]> = {}
  for (let index = 0; index < 4000; index++) links[c(index)] = Array.from({ length: 8 }, (_, leg) => `dependsOn ${c(index * 8 + leg + 1)}`)
  const { load, asked } = catalogOf(links)
  const { members, leftOut } = await walkNeighbourhood(from(c(0), { maxDepth: Infinity }), load)
  expect(members.size).toBe(pageLimits.members)
  expect(asked.flat()).toHaveLength(pageLimits.members)
  expect(leftOut.length).toBeGreaterThan(0)
  expect(leftOut.every(({ from: source, count }) => members.has(source) && count > 0)).toBe(true)
})

test('a failure further out keeps what is nearer, one at the root is an error', async () => {
  const { load } = catalogOf({ [c('a')]: [`dependsOn ${c('b')}`] })
  let calls = 0
  const failing: LoadEntities = refs => (calls++ === 0 ? load(refs) : Promise.reject(new Error('away')))
  const { members, failure } = await walkNeighbourhood(from(c('a')), failing)
  expect([...members.keys()]).toEqual([c('a')])
  expect(failure?.message).toBe('away')
  await expect(walkNeighbourhood(from(c('a')), () => Promise.reject(new Error('away')))).rejects.toThrow('away')
})

test('a ref of an entity that does not exist is a member without an entity', async () => {
  const { load } = catalogOf({ [c('a')]: [`dependsOn ${c('gone')}`] })
  const { members } = await walkNeighbourhood(from(c('a')), load)
  expect(members.get(c('gone'))).toEqual({ ref: c('gone'), distance: 1, entity: undefined })
})

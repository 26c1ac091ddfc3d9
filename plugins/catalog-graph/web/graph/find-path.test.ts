import type { Entity } from '@portico/catalog/common'
import { expect, test } from 'vitest'
import { findPath, maxVisited } from './find-path.ts'
import type { LoadEntities } from './neighbourhood.ts'

const opposite: Record<string, string> = { dependsOn: 'dependencyOf', ownedBy: 'ownerOf', near: 'near' }

/** A catalog of relations such as `a dependsOn b`, known at both ends. Groups begin with `g`. */
function catalogOf(...links: readonly string[]) {
  const relations = new Map<string, { type: string; targetRef: string }[]>()
  const add = (from: string, type: string, to: string) => relations.set(from, [...(relations.get(from) ?? []), { type, targetRef: to }])
  for (const link of links) {
    const [from = '', type = '', to = ''] = link.split(' ')
    add(r(from), type, r(to))
    add(r(to), opposite[type] ?? type, r(from))
  }
  let looked = 0
  const load: LoadEntities = refs => {
    looked += refs.length
    return Promise.resolve(
      refs.map(ref =>
        relations.has(ref)
          ? ({ apiVersion: 'v1', kind: 'x', metadata: { name: ref }, relations: relations.get(ref) } satisfies Entity)
          : undefined,
      ),
    )
  }
  return { load, looked: () => looked }
}

const r = (name: string) => `${name.startsWith('g') ? 'group' : 'component'}:default/${name}`
const any = { selectedKinds: [], selectedRelations: [] }

test('the shortest path is found, with every relation read from the start to the end', async () => {
  const { load } = catalogOf(
    'a dependsOn b',
    'b dependsOn c',
    'd dependsOn c',
    'a dependsOn x',
    'x dependsOn y',
    'y dependsOn z',
    'z dependsOn d',
  )
  const found = await findPath(r('a'), r('d'), any, load)
  expect(found.result === 'found' && found.steps.map(({ ref, relation }) => [ref, relation])).toEqual([
    [r('a'), undefined],
    [r('b'), 'dependsOn'],
    [r('c'), 'dependsOn'],
    [r('d'), 'dependencyOf'],
  ])
  expect(found.result === 'found' && found.steps.every(({ entity }) => entity)).toBe(true)
})

test('the path from an entity to itself has no steps', async () => {
  const { load } = catalogOf('a dependsOn b')
  expect(await findPath(r('a'), r('a'), any, load)).toMatchObject({ result: 'found', steps: [{ ref: r('a') }] })
})

test('there is no path to what is not connected or does not exist', async () => {
  const { load } = catalogOf('a dependsOn b', 'c dependsOn d')
  expect(await findPath(r('a'), r('d'), any, load)).toEqual({ result: 'none' })
  expect(await findPath(r('a'), r('nowhere'), any, load)).toEqual({ result: 'none' })
})

test('only paths through the selected kinds and relations count; the ends may be of any kind', async () => {
  const { load } = catalogOf('a ownedBy g1', 'b ownedBy g1', 'a dependsOn m', 'm dependsOn n', 'n dependsOn b')
  const steps = async (view: typeof any | { selectedKinds: string[]; selectedRelations: string[] }) => {
    const found = await findPath(r('a'), r('b'), view, load)
    return found.result === 'found' ? found.steps.map(({ ref }) => ref) : found.result
  }
  expect(await steps(any)).toEqual([r('a'), r('g1'), r('b')])
  expect(await steps({ selectedKinds: ['component'], selectedRelations: [] })).toEqual([r('a'), r('m'), r('n'), r('b')])
  expect(await steps({ selectedKinds: [], selectedRelations: ['dependencyOf'] })).toEqual([r('a'), r('m'), r('n'), r('b')])
  expect(await findPath(r('g1'), r('a'), { selectedKinds: ['component'], selectedRelations: [] }, load)).toMatchObject({ result: 'found' })
})

test('the search gives up before it has read the whole catalog', async () => {
  const crowd = Array.from({ length: maxVisited }, (_, index) => [`a dependsOn s${index}`, `z dependsOn t${index}`]).flat()
  const { load, looked } = catalogOf(...crowd)
  expect(await findPath(r('a'), r('z'), any, load)).toMatchObject({ result: 'gave-up' })
  expect(looked()).toBeLessThanOrEqual(maxVisited)
})

test('a hub on one side is not opened where the other side leads there sooner', async () => {
  const { load, looked } = catalogOf(...Array.from({ length: 2000 }, (_, index) => `s${index} ownedBy g`), 'a ownedBy g')
  expect(await findPath(r('a'), r('s7'), any, load)).toMatchObject({
    result: 'found',
    steps: [{ ref: r('a') }, { ref: r('g') }, { ref: r('s7') }],
  })
  expect(looked()).toBeLessThan(5)
})

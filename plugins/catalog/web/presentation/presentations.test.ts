// @vitest-environment node
import type { CatalogClient, Entity } from '@portico/catalog/common'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createPresentations } from './presentations.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function open(answer?: (refs: readonly string[]) => (Entity | undefined)[]) {
  const asked: (readonly string[])[] = []
  const getEntitiesByRefs: CatalogClient['getEntitiesByRefs'] = async ({ entityRefs }) => {
    asked.push(entityRefs)
    return { items: answer ? answer(entityRefs) : entityRefs.map(titled) }
  }
  const presentations = createPresentations({ catalog: { getEntitiesByRefs } })
  return { asked, presentations, watch: (ref: string) => presentations.of(ref).subscribe(() => {}) }
}

function titled(ref: string): Entity {
  return { apiVersion: 'v1', kind: 'Component', metadata: { name: ref.split('/')[1] ?? '', title: `Title of ${ref}` } }
}

test('refs that are requested within 50 ms are batched into one request [CAT-076]', async () => {
  const { asked, presentations, watch } = open()
  watch('component:default/a')
  await vi.advanceTimersByTimeAsync(49)
  watch('component:b')
  watch('component:default/a')
  expect(asked).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(asked).toEqual([['component:default/a', 'component:default/b']])
  expect(presentations.of('component:default/b').get().primaryTitle).toBe('Title of component:default/b')
})

test('whole entities are loaded with the names, and one that does not exist is known as such', async () => {
  const { asked, presentations, watch } = open(refs => refs.map(ref => (ref.endsWith('/gone') ? undefined : titled(ref))))
  const entities = presentations.entities(['group:default/a', 'group:default/gone'])
  expect(entities.get()).toEqual([undefined, undefined])
  let changes = 0
  entities.subscribe(() => changes++)
  watch('component:default/b')
  await vi.advanceTimersByTimeAsync(50)
  expect(asked).toEqual([['group:default/a', 'group:default/gone', 'component:default/b']])
  expect(entities.get()).toEqual([titled('group:default/a'), null])
  expect([entities.get() === entities.get(), changes]).toEqual([true, 2])
})

test('a hundred refs are sent at once, and no request has more [CAT-076]', async () => {
  const { asked, watch } = open()
  for (let each = 0; each < 230; each++) watch(`component:default/c${each}`)
  expect(asked.map(refs => refs.length)).toEqual([100, 100])
  await vi.advanceTimersByTimeAsync(50)
  expect(asked.map(refs => refs.length)).toEqual([100, 100, 30])
})

test('answers are cached for 10 s, and then requested again [CAT-075]', async () => {
  const { asked, watch } = open()
  watch('component:default/a')
  await vi.advanceTimersByTimeAsync(9_999)
  watch('component:default/a')
  await vi.advanceTimersByTimeAsync(50)
  expect(asked.length).toBe(1)
  watch('component:default/a')
  await vi.advanceTimersByTimeAsync(50)
  expect(asked.length).toBe(2)
})

test('a ref stays readable when the catalog fails, and the next subscriber retries', async () => {
  let working = false
  const { asked, presentations, watch } = open(refs => {
    if (!working) throw new Error('down')
    return refs.map(titled)
  })
  watch('component:default/a')
  await vi.advanceTimersByTimeAsync(50)
  expect(presentations.of('component:default/a').get().primaryTitle).toBe('component:a')
  working = true
  watch('component:default/a')
  await vi.advanceTimersByTimeAsync(50)
  expect(asked.length).toBe(2)
  expect(presentations.of('component:default/a').get().primaryTitle).toBe('Title of component:default/a')
})

test('an entity that is given is not requested, nor is what is not a ref', async () => {
  const { asked, presentations } = open()
  presentations.of(titled('component:default/a')).subscribe(() => {})
  presentations.of('no ref at all:').subscribe(() => {})
  await vi.advanceTimersByTimeAsync(100)
  expect(asked).toEqual([])
})

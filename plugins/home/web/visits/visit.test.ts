import { expect, test } from 'vitest'
import { entityRefAt, listVisits, recordVisit, toVisits, visitLimits, type Visit, type VisitFilter } from './visit.ts'

let ids = 0
const page = (pathname: string, now: number, more: { name?: string; limit?: number } = {}) => ({
  pathname,
  name: pathname,
  now,
  limit: 100,
  newId: () => `id-${++ids}`,
  ...more,
})
const visit = (pathname: string, hits: number, timestamp: number): Visit => ({
  id: pathname,
  name: pathname.slice(1),
  pathname,
  hits,
  timestamp,
})

test('a visit to the same pathname increments hits instead of adding an entry [HOME-17]', () => {
  const once = recordVisit([], page('/docs', 1))
  const twice = recordVisit(once, page('/docs', 2, { name: 'Docs' }))
  expect(twice).toEqual([{ id: once[0]?.id, name: 'Docs', pathname: '/docs', hits: 2, timestamp: 2 }])
  expect(recordVisit(twice, page('/catalog', 3))).toHaveLength(2)
})

test('a path of the form /catalog/{namespace}/{kind}/{name} is that of an entity, and its visit has the entityRef [HOME-15]', () => {
  expect(recordVisit([], page('/catalog/default/component/web', 1))[0]?.entityRef).toBe('component:default/web')
  expect(entityRefAt('/catalog/Team-A/API/Orders/history')).toBe('api:team-a/Orders')
  expect(entityRefAt('/catalog/default/component/a%20b')).toBe('component:default/a b')
  for (const path of ['/catalog', '/catalog/component/web', '/docs/default/component/web', '/catalog/default/component/%E0%A4%A']) {
    expect(entityRefAt(path)).toBeUndefined()
  }
})

test('over the limit the oldest visits go, and never the one that is recorded', () => {
  const full = [visit('/a', 9, 3), visit('/b', 1, 1), visit('/c', 5, 2)]
  expect(recordVisit(full, page('/d', 4, { limit: 3 })).map(({ pathname }) => pathname)).toEqual(['/d', '/a', '/c'])
  // The clock was set back by years: what lies in the future does not outlive everything else.
  const back = recordVisit(full, page('/d', 0, { limit: 2 }))
  expect(back[0]).toMatchObject({ pathname: '/d', timestamp: 0 })
  expect(back).toHaveLength(2)
  expect(back.every(({ timestamp }) => timestamp <= 0)).toBe(true)
})

test('visits never take more room than a setting may', () => {
  let visits: Visit[] = []
  for (let index = 0; index < 200; index++) {
    const path = `/${String(index).padEnd(visitLimits.pathLength - 1, 'x')}`
    visits = recordVisit(visits, page(path, index, { name: 'n'.repeat(1000), limit: 500 }))
  }
  expect(JSON.stringify(visits).length).toBeLessThanOrEqual(visitLimits.bytes)
  expect(visits[0]?.timestamp).toBe(199)
})

test('visits are filtered with the operators <, <=, ==, !=, >, >= and contains [HOME-21]', () => {
  const visits = [visit('/a', 1, 30), visit('/ab', 2, 20), { ...visit('/b', 3, 10), entityRef: 'component:default/b' }]
  const found = (...filterBy: VisitFilter[]) => listVisits(visits, { filterBy }).map(({ pathname }) => pathname)
  expect(found({ field: 'hits', operator: '<', value: 2 })).toEqual(['/a'])
  expect(found({ field: 'hits', operator: '<=', value: 2 })).toEqual(['/a', '/ab'])
  expect(found({ field: 'hits', operator: '==', value: 2 })).toEqual(['/ab'])
  expect(found({ field: 'hits', operator: '!=', value: 2 })).toEqual(['/a', '/b'])
  expect(found({ field: 'hits', operator: '>', value: 2 })).toEqual(['/b'])
  expect(found({ field: 'hits', operator: '>=', value: 2 })).toEqual(['/ab', '/b'])
  expect(found({ field: 'pathname', operator: 'contains', value: 'a' })).toEqual(['/a', '/ab'])
  expect(found({ field: 'name', operator: '>', value: 'a' })).toEqual(['/ab', '/b'])
  expect(found({ field: 'entityRef', operator: 'contains', value: ':' })).toEqual(['/b'])
  expect(found({ field: 'hits', operator: '>', value: '0' })).toEqual([])
  expect(found({ field: 'hits', operator: '>=', value: 2 }, { field: 'timestamp', operator: '<', value: 20 })).toEqual(['/b'])
})

test('the list of visits has a default limit of 8, the last ones first [HOME-20]', () => {
  const visits = Array.from({ length: 20 }, (_, index) => visit(`/${index}`, index, index))
  expect(listVisits(visits).map(({ timestamp }) => timestamp)).toEqual([19, 18, 17, 16, 15, 14, 13, 12])
  expect(listVisits(visits, { limit: 2, orderBy: [{ field: 'hits', direction: 'asc' }] }).map(({ hits }) => hits)).toEqual([0, 1])
})

test('what is stored and is no visit is left out', () => {
  const good = visit('/a', 1, 1)
  expect(
    toVisits([
      good,
      { ...good, pathname: 'javascript:alert(1)' },
      { ...good, pathname: '//evil.example' },
      { ...good, hits: '1' },
      null,
      7,
    ]),
  ).toEqual([good])
  expect(toVisits({ 0: good })).toEqual([])
})

test('parts of a page under its title are listed once, as the one that the order puts first', () => {
  const named = (pathname: string, name: string, timestamp: number): Visit => ({ ...visit(pathname, 1, timestamp), name })
  const visits = [
    named('/create/templates/default/shop', 'Shop', 1),
    named('/create/templates/default/shop/2', 'Shop', 2),
    named('/create/templates/default/shop/review', 'Shop', 3),
    named('/create/templates/default/shopping', 'Shop', 4),
    named('/create/tasks', 'Tasks', 5),
  ]
  expect(listVisits(visits).map(({ pathname }) => pathname)).toEqual([
    '/create/tasks',
    '/create/templates/default/shopping',
    '/create/templates/default/shop/review',
  ])
})

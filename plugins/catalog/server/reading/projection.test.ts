import { expect, test } from 'vitest'
import { project } from './projection.ts'

const entity = {
  apiVersion: 'v1',
  kind: 'System',
  metadata: { name: 'shop' },
  relations: [
    { type: 'hasPart', targetRef: 'component:default/a' },
    { type: 'ownedBy', targetRef: 'group:default/web' },
    { type: 'partOf', targetRef: 'domain:default/sales' },
  ],
}

test('relations of a type can be asked for, as filters name them', () => {
  expect(project(entity, ['kind', 'relations.ownedBy', 'relations.partof'])).toEqual({
    kind: 'System',
    relations: [
      { type: 'ownedBy', targetRef: 'group:default/web' },
      { type: 'partOf', targetRef: 'domain:default/sales' },
    ],
  })
  expect(project(entity, ['relations', 'relations.ownedBy'])).toEqual({ relations: entity.relations })
  expect(project({ ...entity, relations: undefined } as never, ['relations.ownedBy'])).toEqual({ relations: [] })
})

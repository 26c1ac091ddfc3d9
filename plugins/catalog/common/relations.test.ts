import { expect, test } from 'vitest'
import { builtInKinds } from './kinds.ts'
import { inverseRelations, relationsOf, relationTypes } from './relations.ts'

function entity(kind: string, spec: Record<string, unknown>, namespace?: string, apiVersion = 'backstage.io/v1alpha1') {
  return { apiVersion, kind, metadata: { name: 'A', ...(namespace && { namespace }) }, spec }
}

function relations(kind: string, spec: Record<string, unknown>, namespace?: string, apiVersion?: string) {
  return relationsOf(entity(kind, spec, namespace, apiVersion), builtInKinds).map(
    ({ type, inverse, target }) => `${type}/${inverse} ${target}`,
  )
}

test('every relation has its inverse, and that of the inverse is the relation [MODEL-10]', () => {
  expect(inverseRelations).toMatchObject({
    ownedBy: 'ownerOf',
    consumesApi: 'apiConsumedBy',
    providesApi: 'apiProvidedBy',
    dependsOn: 'dependencyOf',
    parentOf: 'childOf',
    memberOf: 'hasMember',
    partOf: 'hasPart',
  })
  expect(relationTypes).toHaveLength(14)
  expect(relationTypes.map(type => inverseRelations[inverseRelations[type]])).toEqual(relationTypes)
})

test('each kind is tied to others by its fields [MODEL-10]', () => {
  expect(
    relations('Component', {
      owner: 'x',
      system: 's',
      subcomponentOf: 'c',
      providesApis: ['p'],
      consumesApis: ['q'],
      dependsOn: ['resource:r'],
      dependencyOf: ['component:d'],
    }),
  ).toEqual([
    'ownedBy/ownerOf group:default/x',
    'partOf/hasPart system:default/s',
    'partOf/hasPart component:default/c',
    'providesApi/apiProvidedBy api:default/p',
    'consumesApi/apiConsumedBy api:default/q',
    'dependsOn/dependencyOf resource:default/r',
    'dependencyOf/dependsOn component:default/d',
  ])
  expect(relations('API', { owner: 'user:x', system: 's' })).toEqual(['ownedBy/ownerOf user:default/x', 'partOf/hasPart system:default/s'])
  expect(relations('Resource', { owner: 'x', dependsOn: ['component:a'] })).toEqual([
    'ownedBy/ownerOf group:default/x',
    'dependsOn/dependencyOf component:default/a',
  ])
  expect(relations('System', { owner: 'x', domain: 'd' })).toEqual(['ownedBy/ownerOf group:default/x', 'partOf/hasPart domain:default/d'])
  expect(relations('Domain', { owner: 'x', subdomainOf: 'd' })).toEqual([
    'ownedBy/ownerOf group:default/x',
    'partOf/hasPart domain:default/d',
  ])
  expect(relations('Group', { parent: 'p', children: ['c'], members: ['m'] })).toEqual([
    'childOf/parentOf group:default/p',
    'parentOf/childOf group:default/c',
    'hasMember/memberOf user:default/m',
  ])
  expect(relations('User', { memberOf: ['g'] })).toEqual(['memberOf/hasMember group:default/g'])
  expect(relations('Template', { owner: 'x' }, undefined, 'scaffolder.backstage.io/v1beta3')).toEqual(['ownedBy/ownerOf group:default/x'])
  expect(relations('Location', { target: './x' })).toEqual([])
})

test('a ref without a namespace is in that of the entity, refs are lower-cased, and each tie is there once', () => {
  expect(relationsOf(entity('User', { memberOf: ['Team', 'group:shop/team', 'default/team'] }, 'shop'), builtInKinds)).toEqual([
    { source: 'user:shop/a', type: 'memberOf', target: 'group:shop/team', inverse: 'hasMember' },
    { source: 'user:shop/a', type: 'memberOf', target: 'group:default/team', inverse: 'hasMember' },
  ])
})

test('values that are not refs give no relations and do no harm', () => {
  expect(relations('Component', { owner: 5, system: null, dependsOn: ['kindless', {}, 'a:/c'], providesApis: {} })).toEqual([])
  expect(relationsOf({ apiVersion: 'v1', kind: 'Unknown', metadata: { name: 'a' } }, builtInKinds)).toEqual([])
  expect(relationsOf({ apiVersion: 'backstage.io/v1alpha1', kind: 'User', metadata: { name: 'a' } }, builtInKinds)).toEqual([])
})

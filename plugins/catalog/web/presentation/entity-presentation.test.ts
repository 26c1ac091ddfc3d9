// @vitest-environment node
import { expect, test } from 'vitest'
import { presentEntity, shortenRef } from './entity-presentation.ts'

const billing = {
  apiVersion: 'backstage.io/v1alpha1',
  kind: 'Component',
  metadata: { name: 'Billing', description: 'Sends invoices' },
  spec: { type: 'service' },
}

test('a presentation has the ref, a first title and what else there is [CAT-053, CAT-055]', () => {
  expect(presentEntity({ ...billing, metadata: { ...billing.metadata, title: 'Billing service' } })).toMatchObject({
    entityRef: 'component:default/billing',
    primaryTitle: 'Billing service',
    secondaryTitle: 'component:default/billing | service | Sends invoices',
  })
})

test('the first title is the display name, else the title, else the shortened ref [CAT-054]', () => {
  const user = {
    apiVersion: 'v1',
    kind: 'User',
    metadata: { name: 'ada', title: 'Countess' },
    spec: { profile: { displayName: 'Ada Lovelace' } },
  }
  expect(presentEntity(user).primaryTitle).toBe('Ada Lovelace')
  expect(presentEntity({ ...user, spec: {} }).primaryTitle).toBe('Countess')
  expect(presentEntity(billing, { defaultKind: 'component' }).primaryTitle).toBe('Billing')
  expect(presentEntity('component:default/billing').primaryTitle).toBe('component:billing')
  expect(presentEntity('group:platform/core', { defaultKind: 'Group' }).primaryTitle).toBe('platform/core')
})

test('the second title has the full ref only where it is not the first title [CAT-055]', () => {
  expect(presentEntity('component:other/x', { defaultNamespace: 'default' })).toMatchObject({ primaryTitle: 'component:other/x' })
  expect(presentEntity('component:other/x').secondaryTitle).toBeUndefined()
  expect(presentEntity('component:default/x').secondaryTitle).toBe('component:default/x')
})

test('what is not a ref and what has the wrong type is shown as it is', () => {
  expect(presentEntity('not a ref at all:')).toMatchObject({ primaryTitle: 'not a ref at all:' })
  expect(presentEntity({ ...billing, spec: { profile: 'x', type: 7 as unknown as string } }).secondaryTitle).toBe(
    'component:default/billing | Sends invoices',
  )
  expect(shortenRef('')).toBe('')
})

test('a Location that stands for a place is called by its target, and others by their names', () => {
  const generated = {
    apiVersion: 'backstage.io/v1alpha1',
    kind: 'Location',
    metadata: { name: `generated-${'2eaa'.repeat(10)}` },
    spec: { type: 'url', target: 'https://example.com/catalog-info.yaml' },
  }
  expect(presentEntity(generated)).toMatchObject({
    primaryTitle: 'https://example.com/catalog-info.yaml',
    secondaryTitle: expect.stringContaining('location:default/generated-2eaa'),
  })
  expect(presentEntity({ ...generated, spec: {} }, { defaultKind: 'Location' }).primaryTitle).toBe(generated.metadata.name)
  expect(presentEntity({ ...generated, metadata: { name: 'generated-by-hand' } }, { defaultKind: 'Location' }).primaryTitle).toBe(
    'generated-by-hand',
  )
})

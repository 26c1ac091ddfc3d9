import { eventually } from '@portico/core/testing'
import { catalogApi } from '@portico/catalog/common'
import { document, file, startCatalog } from '@portico/catalog/testing'
import { expect, onTestFinished, test } from 'vitest'

const explain = (name: string) => ({ params: { kind: 'component', namespace: 'default', name } })

test('a poisoned document and a bomb beside good ones are reported by explain, by the list of what failed and by the system', async () => {
  const alias = (level: number) =>
    `x${level}: &x${level} [${Array(30)
      .fill(`*x${level - 1}`)
      .join(', ')}]`
  const bomb = `apiVersion: backstage.io/v1alpha1\nkind: Component\nmetadata: {name: bomb}\nx0: &x0 ${'y'.repeat(15_000)}\n${alias(1)}\n${alias(2)}\n${alias(3)}\n`
  const catalog = await startCatalog({
    'a.yaml': document('Component', 'first'),
    'b.yaml': file(document('Component', 'poisoned', { spec: { owner: 'group:default/a\0b' } }), document('Component', 'beside')),
    'c.yaml': bomb,
    'd.yaml': '{',
    'e.yaml': document('Component', 'last'),
  })
  onTestFinished(() => catalog.stop())
  const { server } = catalog
  await catalog.until('kind=component', 3)
  await eventually(async () => {
    expect(await server.call(catalogApi.explainEntity, explain('poisoned'))).toMatchObject({
      state: 'failed',
      errors: [{ name: 'InputError', path: ['spec', 'owner'], line: 1, message: expect.stringContaining('spec.owner: holds a NUL') }],
    })
    expect(await server.call(catalogApi.explainEntity, explain('bomb'))).toMatchObject({
      state: 'failed',
      errors: [{ message: expect.stringContaining('catalog.limits.entityBytes sets this limit') }],
    })
  })
  const { entities } = await server.call(catalogApi.listFailedEntities)
  expect(entities.map(({ entity_ref }) => entity_ref)).toEqual(
    expect.arrayContaining(['component:default/poisoned', 'component:default/bomb']),
  )
  // What a file holds that cannot be read is unknown; those that fail are named.
  const never = await server.call(catalogApi.explainEntity, explain('unheard-of'))
  expect(never.reasons).toEqual([
    expect.objectContaining({ code: 'never-seen' }),
    { code: 'source-unreadable', message: expect.stringMatching(/d\.yaml, which may hold it, fails: .*d\.yaml:1/) },
  ])
  expect(await server.server.inspection.problems()).toEqual([
    {
      plugin: 'catalog',
      title: 'Sources that fail',
      count: 1,
      items: [{ subject: expect.stringContaining('d.yaml'), message: expect.stringContaining('InputError: ') }],
    },
  ])
})

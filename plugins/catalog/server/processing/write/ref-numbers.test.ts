import { expect, test } from 'vitest'
import { createRefNumbers } from './ref-numbers.ts'

test('refs and their numbers are found by each other, and nothing else is', () => {
  const refs = createRefNumbers()
  for (let id = 1; id <= 5000; id++) refs.add(id * 3, `component:default/orders-${id}`)
  refs.add(0, 'Group:default/Ops')
  expect([refs.idOf('component:default/orders-5000'), refs.refOf(15_000), refs.refOf(0)]).toEqual([
    15_000,
    'component:default/orders-5000',
    'Group:default/Ops',
  ])
  expect([refs.idOf('Group:default/Ops'), refs.idOf('group:default/ops'), refs.idOf('component:default/orders-5001')]).toEqual([
    0,
    undefined,
    undefined,
  ])
  expect([refs.refOf(1), refs.refOf(1_000_000)]).toEqual([undefined, undefined])
})

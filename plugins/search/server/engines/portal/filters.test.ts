import { createColumn } from '@portico/core/server/index-store'
import { expect, test } from 'vitest'
import { fold } from '../../text/fold.ts'
import { findNamed } from './filters.ts'

test('a value is given back as it was first written, and found in any case, by itself and by the name at its end', () => {
  const column = createColumn({ key: 'owner', fold, capacity: () => 6000 })
  column.set(0, ['group:default/Team-Ä', 'x'])
  column.set(1, ['GROUP:default/team-a'])
  column.set(2, ['team-b'])
  expect([0, 1, 2, 3].map(document => column.dictionary.firstText(column.first(document)))).toEqual([
    'group:default/Team-Ä',
    'group:default/Team-Ä',
    'team-b',
    '\uffff',
  ])
  const found = (text: string) => [0, 1, 2].filter(document => column.has(document, new Set(findNamed(column, text))))
  expect(column.dictionary.find(fold('group:DEFAULT/team-a'))).toContain(column.first(0))
  expect(['team-a', 'Default/team-a', 'group:default/team-b', 'eam-a', 'X'].map(found)).toEqual([[0, 1], [0, 1], [2], [], [0]])
  column.set(5000, ['late'])
  column.set(0, [])
  expect([column.dictionary.text(column.first(5000)), column.first(4999), column.first(0)]).toEqual(['late', 0, 0])
})

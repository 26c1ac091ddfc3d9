import { expect, test } from 'vitest'
import { isEntityName, isEntityTag } from './field-rules.ts'

test('an entity name starts and ends with a letter or digit, has hyphens, underscores and periods, and at most 63 characters [SCAF-076]', () => {
  for (const good of ['a', 'A1', 'a-b_c.d', '1', 'x'.repeat(63)]) expect([good, isEntityName(good)]).toEqual([good, true])
  for (const bad of ['', '-a', 'a-', '.a', 'a.', '_a', 'a_', 'a b', 'a/b', 'ä', 'x'.repeat(64), 5, undefined])
    expect([bad, isEntityName(bad)]).toEqual([bad, false])
})

test('a tag has 1 to 63 lower-case letters, digits, :, + and #, separated by hyphens [SCAF-078]', () => {
  for (const good of ['a', 'c++', 'c#', 'a:b', 'a-b-1', 'x'.repeat(63)]) expect([good, isEntityTag(good)]).toEqual([good, true])
  for (const bad of ['', 'A', 'a_b', 'a--b', '-a', 'a-', 'a b', 'x'.repeat(64)]) expect([bad, isEntityTag(bad)]).toEqual([bad, false])
})

import { runNow } from '@portico/core/server/worker'
import { expect, test } from 'vitest'
import { sortTexts } from './sort-texts.ts'

/** Numbers below `end` that look random and are always the same. */
function createSeries(): (end: number) => number {
  let state = 7
  return end => (state = (state * 48_271) % 2_147_483_647) % end
}

test('texts are sorted over any number of runs, equals stay in order, and each text is made twice at most', () => {
  for (const count of [0, 1, 2047, 2048, 2049, 10_000]) {
    const next = createSeries()
    // Few enough that many are equal.
    const texts = Array.from({ length: count }, () => `component:default/${next(3000)}`)
    let made = 0
    const { sorted, isOther } = runNow(sortTexts(count, at => ((made += 1), texts[at]!)))
    const expected = texts.map((_, at) => at).sort((a, b) => (texts[a]! < texts[b]! ? -1 : texts[a]! > texts[b]! ? 1 : a - b))
    expect([...sorted]).toEqual(expected)
    expect([...isOther]).toEqual(expected.map((each, at) => (at > 0 && texts[each] !== texts[expected[at - 1]!] ? 1 : 0)))
    expect(made).toBeLessThanOrEqual(count * 2)
  }
})

import { runNow } from '@portico/core/server/worker'
import { expect, test } from 'vitest'
import { sortTexts } from './sort-texts.ts'

/** Numbers below `end` that look random and are always the same. */
function createSeries(): (end: number) => number {
  let state = 7
  return end => (state = (state * 48_271) % 2_147_483_647) % end
}

test('texts are sorted over any number of runs, and equals stay in order', () => {
  for (const count of [0, 1, 4095, 4096, 4097, 20_000]) {
    const next = createSeries()
    // Few enough that many are equal.
    const texts = Array.from({ length: count }, () => `component:default/${next(3000)}`)
    const expected = texts.map((_, at) => at).sort((a, b) => (texts[a]! < texts[b]! ? -1 : texts[a]! > texts[b]! ? 1 : a - b))
    expect(runNow(sortTexts(texts))).toEqual(expected)
  }
})

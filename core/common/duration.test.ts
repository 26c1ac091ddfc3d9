import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { durationUnits, parseDuration } from './duration.ts'

describe('durations', () => {
  it.each([
    ['PT30S', 30_000],
    ['PT1H30M', 5_400_000],
    ['P1DT12H', 129_600_000],
    ['P2W', 1_209_600_000],
    ['P1Y2M', (365 + 60) * 86_400_000],
    ['PT0.5S', 500],
    ['pt1,5m', 90_000],
    ['30s', 30_000],
    ['1.5h', 5_400_000],
    ['250ms', 250],
    ['2 days', 172_800_000],
    [' 10 minutes ', 600_000],
    ['1w', 604_800_000],
    ['0s', 0],
  ])('%s is %d milliseconds', (text, ms) => expect(parseDuration(text)).toBe(ms))

  it.each([
    '',
    'P',
    'PT',
    'P1',
    'PT5',
    '5',
    'abc',
    '-5s',
    '5 parsecs',
    '1h30m',
    'P1H',
    'PT1D',
    '5m5',
    '1e400s',
    '٣s',
    `${'9'.repeat(400)}s`,
  ])('%j is not a duration', text => expect(parseDuration(text)).toBeUndefined())

  it('an object is the sum of its parts, and any other key or amount is refused', () => {
    expect(parseDuration({ hours: 1, minutes: 30 })).toBe(5_400_000)
    expect(parseDuration({ days: 1, milliseconds: 5, hours: undefined })).toBe(86_400_005)
    for (const wrong of [
      {},
      { minute: 5 },
      { minutes: '5' },
      { minutes: -1 },
      { minutes: NaN },
      { constructor: 1 },
      [],
      null,
      undefined,
      true,
    ]) {
      expect(parseDuration(wrong)).toBeUndefined()
    }
  })

  it('all three ways to write a duration mean the same', () => {
    const designators = { hours: 'H', minutes: 'M', seconds: 'S' } as const
    fc.assert(
      fc.property(fc.constantFrom('hours', 'minutes', 'seconds'), fc.nat(10_000), (unit, amount) => {
        const ms = parseDuration({ [unit]: amount })
        expect(parseDuration(`PT${amount}${designators[unit]}`)).toBe(ms)
        expect(parseDuration(`${amount}${designators[unit].toLowerCase()}`)).toBe(ms)
        expect(parseDuration(`${amount} ${unit}`)).toBe(ms)
      }),
    )
  })

  it('any text is either refused or a whole, finite number that is not negative', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^P?T?[0-9.]{1,4}[a-zA-Z]{0,3}$/)), text => {
        const ms = parseDuration(text)
        expect(ms === undefined || (Number.isInteger(ms) && ms >= 0)).toBe(true)
      }),
    )
  })

  it('knows eight units', () => expect(durationUnits).toHaveLength(8))
})

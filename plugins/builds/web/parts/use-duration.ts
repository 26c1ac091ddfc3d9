import { useNumber } from '@portico/ui'

const units = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const

/** `duration(192_000)`: '3m 12s', in the language in use, with the two largest units. */
export function useDuration(): (ms: number) => string {
  const number = useNumber()
  return ms => {
    const seconds = Math.max(0, Math.round(ms / 1000))
    const first = Math.max(
      0,
      units.findIndex(([, size]) => seconds >= size),
    )
    const from = seconds === 0 ? units.length - 1 : first
    let rest = seconds
    const parts = units.slice(from, from + 2).map(([unit, size]) => {
      const count = Math.floor(rest / size)
      rest -= count * size
      return { count, words: number(count, { style: 'unit', unit, unitDisplay: 'narrow' }) }
    })
    return parts.flatMap(({ count, words }, at) => (at === 0 || count > 0 ? [words] : [])).join(' ')
  }
}

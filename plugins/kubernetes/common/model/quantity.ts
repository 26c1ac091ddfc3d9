const factors: Readonly<Record<string, number>> = {
  n: 1e-9,
  u: 1e-6,
  m: 1e-3,
  '': 1,
  k: 1e3,
  M: 1e6,
  G: 1e9,
  T: 1e12,
  P: 1e15,
  E: 1e18,
  Ki: 2 ** 10,
  Mi: 2 ** 20,
  Gi: 2 ** 30,
  Ti: 2 ** 40,
  Pi: 2 ** 50,
  Ei: 2 ** 60,
}

/** A quantity such as `250m`, `1.5Gi` or `2e3` as a number: cores, or bytes. Undefined for what is none. */
export function parseQuantity(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  if (typeof value !== 'string') return undefined
  const [, digits, suffix = ''] = /^\s*([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)([numkMGTPE]i?|Ki)?\s*$/.exec(value) ?? []
  const factor = factors[suffix]
  if (digits === undefined || factor === undefined) return undefined
  const number = Number(digits) * factor
  return Number.isFinite(number) ? number : undefined
}

/** The sum of what containers ask for or are limited to; undefined where none says anything. */
export function sumQuantities(values: readonly unknown[]): number | undefined {
  const numbers = values.map(parseQuantity).filter(value => value !== undefined)
  return numbers.length === 0 ? undefined : numbers.reduce((sum, value) => sum + value, 0)
}

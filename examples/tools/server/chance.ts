import { hash } from 'node:crypto'

/** A number from 0 up to a limit that is always the same for the same words: what is made from it does not change by a restart. */
export function pick(limit: number, ...words: readonly (string | number)[]): number {
  return Number.parseInt(hash('sha1', words.join('\n')).slice(0, 8), 16) % limit
}

/** One of a list, always the same for the same words. */
export function pickOf<T>(list: readonly T[], ...words: readonly (string | number)[]): T {
  return list[pick(list.length, ...words)]!
}

/** The name of something that has no other: hexadecimal digits. */
export function digits(length: number, ...words: readonly (string | number)[]): string {
  return hash('sha1', words.join('\n')).slice(0, length)
}

/** The last time before now of something that happens every so often, and how often it has happened. */
export function lastTime(
  now: number,
  everyMs: number,
  ...words: readonly (string | number)[]
): { readonly at: number; readonly count: number } {
  const offset = pick(2 ** 31, ...words) % everyMs
  const count = Math.floor((now - offset) / everyMs)
  return { at: count * everyMs + offset, count }
}

const maxCounted = 10_000

/** A number of results in words: from ten thousand on, nobody counts. */
export function shownCount(count: number, number: (value: number) => string): string {
  return count >= maxCounted ? '>10000' : number(count)
}

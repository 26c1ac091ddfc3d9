interface Numbers {
  readonly length: number
  set(from: ArrayLike<number>): void
  subarray(start: number, end: number): this
}

/** A copy with another length; what is new is 0. */
export function resized<T extends Numbers>(array: T, length: number): T {
  const copy = new (array.constructor as new (size: number) => T)(length)
  copy.set(array.subarray(0, Math.min(length, array.length)) as unknown as ArrayLike<number>)
  return copy
}

/** The array with room for so many, and for more to come where it has to grow. Room that is not written to takes no memory. */
export function withRoom<T extends Numbers>(array: T, needed: number, growth = 1.25): T {
  return needed <= array.length ? array : resized(array, Math.max(needed, Math.ceil(array.length * growth) + 4))
}

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

/** As much as is needed of a syntax tree. */
export interface Syntax {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [key: string]: unknown
}

/** Every part of a type in a tree, the outer before the inner. */
export function all(node: unknown, type: string): Syntax[] {
  if (typeof node !== 'object' || node === null) return []
  const below = Object.values(node).flatMap(value => all(value, type))
  return (node as Partial<Syntax>).type === type ? [node as Syntax, ...below] : below
}

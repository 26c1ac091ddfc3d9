/** Refuses a name that occurs twice. */
export function refuseTwice(names: readonly string[], message: (name: string) => string): void {
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) throw new Error(message(twice))
}

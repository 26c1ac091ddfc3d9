type DefinedValues<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>
}

/** The same object without what is undefined: parts are kept and sent as JSON. */
export function definedValues<T extends object>(values: T): DefinedValues<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as DefinedValues<T>
}

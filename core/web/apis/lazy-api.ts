type Asynchronous = Readonly<Record<string, (...args: never[]) => Promise<unknown>>>

/** An API whose code is loaded with its first call. It has the named methods, which must be all. */
export function lazyApi<Api extends { readonly [Name in keyof Api]: Asynchronous[string] }>(
  load: () => Promise<Api>,
  names: readonly (keyof Api & string)[],
): Api {
  let loaded: Promise<Api> | undefined
  const methods = names.map(name => [
    name,
    async (...args: never[]) => {
      loaded ??= load()
      return (await loaded)[name](...args)
    },
  ])
  return Object.fromEntries(methods) as Api
}

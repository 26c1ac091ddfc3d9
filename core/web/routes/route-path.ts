/** The names of the parameters in a path: `a` and `b` in `/x/:a/:b/*`. */
export type PathParams<Path extends string> = Path extends `${infer Head}/${infer Rest}`
  ? PathParams<Head> | PathParams<Rest>
  : Path extends `:${infer Name}`
    ? Name
    : never

const parameter = /^:([^?]+)\??$/

/** The names of the parameters in a path, in their order. */
export function paramNamesOf(path: string): string[] {
  return path.split('/').flatMap(segment => parameter.exec(segment)?.[1] ?? [])
}

/** Refuses a path that names a parameter twice: its value would be ambiguous. */
export function refuseRepeatedParams(path: string): void {
  const names = paramNamesOf(path)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) throw new Error(`The route path '${path}' repeats the parameter '${twice}'`)
}

/** A path with its parameters filled in and escaped. What follows in a `/*` is left out. */
export function fillPath(path: string, params: Readonly<Record<string, string>>): string {
  const segments = path.replace(/\/?\*$/, '').split('/')
  const filled = segments.map(segment => {
    const name = parameter.exec(segment)?.[1]
    if (name === undefined) return segment
    const value = params[name]
    if (value === undefined || value === '') throw new Error(`The route path '${path}' needs a value for the parameter '${name}'`)
    return encodeURIComponent(value)
  })
  return filled.join('/') || '/'
}

/** Longer paths first, so that `/docs/new/*` is tried before `/docs/*`, in whatever order they were declared. */
export function longestFirst<T extends { readonly path: string }>(routes: readonly T[]): T[] {
  return [...routes].sort((a, b) => segmentCount(b.path) - segmentCount(a.path) || b.path.length - a.path.length)
}

function segmentCount(path: string): number {
  return path.split('/').filter(segment => segment !== '' && segment !== '*').length
}

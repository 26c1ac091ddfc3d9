/** How a method is called over HTTP: `google.api.http`. */
export interface HttpRule {
  readonly method: string
  readonly path: string
  readonly body?: string
}

const methods = ['get', 'put', 'post', 'delete', 'patch'] as const
const httpOption = /^\(?\.?google\.api\.http\)?$/

/** The HTTP calls that a method's options declare, and the options that are left. */
export function readHttpRules(options: Readonly<Record<string, unknown>> = {}): {
  readonly rules: readonly HttpRule[]
  readonly others: Readonly<Record<string, unknown>>
} {
  const entries = Object.entries(options)
  const rules = entries.filter(([name]) => httpOption.test(name)).flatMap(([, value]) => toRules(value, 0))
  return { rules, others: Object.fromEntries(entries.filter(([name]) => !httpOption.test(name))) }
}

function toRules(value: unknown, depth: number): HttpRule[] {
  if (typeof value !== 'object' || value === null || depth > 1) return []
  const rule = value as Readonly<Record<string, unknown>>
  const method = methods.find(name => typeof rule[name] === 'string')
  const custom = rule['custom'] as { readonly kind?: unknown; readonly path?: unknown } | undefined
  const body = typeof rule['body'] === 'string' ? { body: rule['body'] } : {}
  const own: HttpRule[] = []
  if (method) own.push({ method: method.toUpperCase(), path: String(rule[method]), ...body })
  else if (typeof custom?.path === 'string') own.push({ method: String(custom.kind ?? '*'), path: custom.path, ...body })
  const more = [rule['additional_bindings'] ?? rule['additionalBindings'] ?? []].flat()
  return [...own, ...more.flatMap(each => toRules(each, depth + 1))]
}

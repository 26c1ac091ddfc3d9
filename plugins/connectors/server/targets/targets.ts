import type { Integrations } from '@portico/integrations/server'
import type { TargetEntry } from './target-entry.ts'
import type { ConnectorDocument, TargetSpec } from '../documents/document.ts'

/** An instance of a tool that can be asked. */
export interface Target {
  readonly connector: string
  readonly name: string
  /** Without a slash at its end. */
  readonly baseUrl: string
  readonly webUrl: string
  readonly auth: TargetEntry['auth']
  /** The header and the text before its value, where the connector says so. */
  readonly header: { readonly name: string; readonly prefix: string }
  readonly values: Readonly<Record<string, string>>
  readonly perMinute: number
  readonly concurrent: number
  readonly webhookSecret?: string | undefined
}

/** What keeps a target from being asked, as a sentence. */
export interface TargetProblem {
  readonly name: string
  readonly problem: string
}

export const defaultTarget = 'default'

/** The instances of a connector as the config has them. */
export function toTargets(
  { metadata, spec }: ConnectorDocument,
  entries: readonly TargetEntry[],
  integrations: Pick<Integrations, 'list'>,
): { readonly targets: readonly Target[]; readonly problems: readonly TargetProblem[] } {
  const targets: Target[] = []
  const problems: TargetProblem[] = []
  for (const entry of entries) {
    const problem = (text: string) => void problems.push({ name: entry.name, problem: text })
    const { auth, name } = entry
    const [wrong] = mistakesOf(spec.target, entry)
    if (wrong) {
      problem(`'${wrong.path.join('.')}' ${wrong.message}`)
      continue
    }
    const found = auth.type === 'integration' ? integrationOf(spec.target.integration, auth.host, integrations) : undefined
    if (typeof found === 'string') {
      problem(found)
      continue
    }
    const baseUrl = found?.baseUrl ?? entry.baseUrl ?? spec.target.baseUrl
    if (baseUrl === undefined) continue
    const defaults = Object.entries(spec.target.values).flatMap(([key, each]) =>
      each.default === undefined ? [] : [[key, each.default] as const],
    )
    targets.push({
      connector: metadata.name,
      name,
      baseUrl: trimmed(baseUrl),
      webUrl: trimmed(entry.webUrl ?? found?.webUrl ?? (entry.baseUrl === undefined ? spec.target.webUrl : undefined) ?? baseUrl),
      auth,
      header: { name: spec.target.header ?? 'Authorization', prefix: spec.target.prefix ?? '' },
      values: { ...Object.fromEntries(defaults), ...entry.values },
      perMinute: entry.perMinute ?? spec.target.limits.perMinute,
      concurrent: entry.concurrent ?? spec.target.limits.concurrent,
      webhookSecret: entry.webhookSecret,
    })
  }
  return { targets, problems }
}

/** What a connector asks for and a target does not have, each with its place in the target. */
export function mistakesOf(
  spec: TargetSpec,
  { auth, baseUrl, values }: TargetEntry,
): { readonly path: readonly string[]; readonly message: string }[] {
  if (!spec.auth.includes(auth.type))
    return [{ path: ['auth', 'type'], message: `is '${auth.type}', and the connector takes ${spec.auth.join(', ')}` }]
  const isGiven = (header: string) =>
    auth.type === 'header' && Object.keys(auth.headers ?? {}).some(name => name.toLowerCase() === header.toLowerCase())
  const headers = spec.headers ?? []
  const missing = [
    ...(baseUrl === undefined && spec.baseUrl === undefined && auth.type !== 'integration' ? [['baseUrl']] : []),
    ...(auth.type === 'header' && headers.length === 0 && auth.value === undefined && !auth.headers ? [['auth', 'value']] : []),
    ...(auth.type === 'header' ? headers.filter(name => !isGiven(name)).map(name => ['auth', 'headers', name]) : []),
    ...Object.keys(spec.values)
      .filter(key => spec.values[key]?.required && values[key] === undefined)
      .map(key => ['values', key]),
  ]
  return missing.map(path => ({ path, message: 'is required by the connector' }))
}

function integrationOf(type: string | undefined, host: string | undefined, integrations: Pick<Integrations, 'list'>) {
  const fitting = integrations
    .list()
    .filter(each => (host === undefined ? each.type === type : each.host.toLowerCase() === host.toLowerCase()))
  const withCredentials = fitting.filter(each => each.hasCredentials)
  const found = withCredentials.length === 1 ? withCredentials[0] : fitting.length === 1 ? fitting[0] : undefined
  if (!found)
    return host === undefined
      ? `there is not one host of ${type} in integrations: name it by 'host'`
      : `the host '${host}' is not in integrations`
  if (found.apiBaseUrl === undefined) return `the host '${found.host}' has no API`
  const isLoopback = /^(127\.0\.0\.1|localhost|\[::1\])(:|$)/.test(found.host)
  return { baseUrl: found.apiBaseUrl, webUrl: `${isLoopback ? 'http' : 'https'}://${found.host}` }
}

function trimmed(url: string): string {
  return url.replace(/\/+$/, '')
}

/** Everything that must not be seen of a target. */
export function secretsOf({ auth, webhookSecret }: Target): string[] {
  const basic = auth.type === 'basic' ? [auth.password, Buffer.from(`${auth.username}:${auth.password}`).toString('base64')] : []
  const own =
    auth.type === 'bearer'
      ? [auth.token]
      : auth.type === 'oauth'
        ? [auth.clientSecret]
        : auth.type === 'header'
          ? [auth.value, ...Object.values(auth.headers ?? {})]
          : []
  return [...own, ...basic, webhookSecret].filter(each => each !== undefined)
}

import { isRecord } from '@portico/core/common'

// Runs in the child process that renders: it imports nothing but what rendering needs.

type Filter = (input: unknown, ...args: unknown[]) => unknown

const maxJoined = 8_000_000
const maxSlices = 10_000

/** The filters beyond those of Nunjucks, and two of its own with a bound. */
export function createFilters(hosts: Readonly<Record<string, string>>): Record<string, Filter> {
  return {
    parseRepoUrl: input => parseRepoUrl(input, hosts),
    projectSlug: input => projectSlug(parseRepoUrl(input, hosts)),
    parseEntityRef: (input, context) => parseEntityRef(input, context),
    pick: (input, key) => pick(input, key),
    jsonify: input => JSON.stringify(input),
    slice: (input, count, fill) => slice(input, count, fill),
    join: (input, separator, attribute) => join(input, separator, attribute),
  }
}

const partsByPlatform: Readonly<Record<string, readonly string[]>> = {
  bitbucketCloud: ['workspace', 'project', 'repo'],
  bitbucketServer: ['project', 'repo'],
  azure: ['project', 'repo'],
  gitea: ['repo'],
  gerrit: ['repo'],
}

/** The parts of a repository location, as templates and actions read it. A path behind the host is where the host is installed, and no part. */
export function parseRepoUrl(input: unknown, hosts: Readonly<Record<string, string>>): Record<string, string> {
  if (typeof input !== 'string' || !URL.canParse(`https://${input}`)) throw new Error(`'${show(input)}' is not a repository location`)
  const { host, pathname, searchParams } = new URL(`https://${input}`)
  if (pathname.startsWith('//')) throw new Error(`'${input}' is a whole address; a repository location begins with the host`)
  const platform = Object.hasOwn(hosts, host) ? hosts[host] : undefined
  if (platform === undefined) throw new Error(`There is no integration for the host '${host}'`)
  const found: Record<string, string> = { host }
  for (const name of ['owner', 'repo', 'organization', 'workspace', 'project']) {
    const value = searchParams.get(name)
    if (value) found[name] = value
  }
  const needed = platform === 'gitlab' && found['project'] ? ['project'] : (partsByPlatform[platform] ?? ['owner', 'repo'])
  const missing = needed.filter(name => found[name] === undefined)
  if (missing.length > 0) throw new Error(`The repository location '${input}' has no ${missing.join(' and no ')}`)
  return found
}

function projectSlug({ owner, repo }: Record<string, string>): string {
  return `${owner ?? ''}/${repo ?? ''}`
}

/** As the catalog reads refs; the child does not load the catalog for it. */
export function parseEntityRef(input: unknown, given: unknown): { kind: string; namespace: string; name: string } {
  const context = isRecord(given) ? given : {}
  const parts = typeof input === 'string' ? splitRef(input) : isRecord(input) ? input : {}
  const { kind = context['defaultKind'], namespace = context['defaultNamespace'] ?? 'default', name } = parts
  if (!isName(kind) || !isName(namespace) || !isName(name)) throw new Error(`'${show(input)}' is not an entity ref with a kind`)
  return { kind, namespace, name }
}

/** The first slash ends the namespace, and the first colon before it the kind. */
function splitRef(text: string): { kind?: string | undefined; namespace?: string | undefined; name?: string | undefined } {
  const slash = text.indexOf('/')
  const head = slash === -1 ? text : text.slice(0, slash)
  const colon = head.indexOf(':')
  const kind = colon === -1 ? undefined : head.slice(0, colon)
  const rest = head.slice(colon + 1)
  return slash === -1 ? { kind, name: rest } : { kind, namespace: rest, name: text.slice(slash + 1) }
}

function pick(input: unknown, key: unknown): unknown {
  if (!isRecord(input) && !Array.isArray(input)) return undefined
  return Object.hasOwn(input, String(key)) ? (input as Record<string, unknown>)[String(key)] : undefined
}

/** As Nunjucks does it, for at most so many slices. */
function slice(input: unknown, given: unknown, fill: unknown): unknown[][] {
  const list = toList(input)
  const count = Number(given)
  if (!Number.isInteger(count) || count < 1 || count > maxSlices) throw new Error(`slice takes a whole number from 1 to ${maxSlices}`)
  const size = Math.floor(list.length / count)
  const extra = list.length % count
  let from = 0
  return Array.from({ length: count }, (_, at) => {
    const to = from + size + (at < extra ? 1 : 0)
    const part = list.slice(from, to)
    from = to
    return at >= extra && fill !== undefined && fill !== null ? [...part, fill] : part
  })
}

function join(input: unknown, separator: unknown, attribute: unknown): string {
  const list = toList(input).map(item => (attribute === undefined || attribute === null ? item : pick(item, attribute)))
  const between = separator === undefined || separator === null ? '' : String(separator)
  const texts = list.map(item => (item === undefined || item === null ? '' : String(item)))
  const length = texts.reduce((sum, text) => sum + text.length, 0) + between.length * Math.max(texts.length - 1, 0)
  if (length > maxJoined) throw new RangeError(`join would give more than ${maxJoined} characters`)
  return texts.join(between)
}

function toList(input: unknown): unknown[] {
  if (Array.isArray(input)) return input
  if (input instanceof Set) return [...input]
  if (typeof input === 'string') return [...input]
  return isRecord(input) ? Object.values(input) : []
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

function show(input: unknown): string {
  const text = typeof input === 'string' ? input : (JSON.stringify(input) ?? 'nothing')
  return text.length > 80 ? `${text.slice(0, 77)}…` : text
}

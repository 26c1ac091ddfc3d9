import type { OperationPart, Server } from '../parts/http-parts.ts'
import type { AboutPart } from '../parts/part.ts'
import type { TryTarget } from '../try.ts'

/** The servers of an operation. */
export function serversOf(operation: Pick<OperationPart, 'servers'>, about: Pick<AboutPart, 'servers'>): readonly Server[] {
  return operation.servers?.length ? operation.servers : about.servers
}

/** The address of a server, with its variables. */
export function toServerUrl({ url, variables }: Pick<Server, 'url' | 'variables'>, values: Readonly<Record<string, string>> = {}): string {
  const byName = new Map(variables.map(({ name, default: initial, enum: known }) => [name, values[name] || initial || known?.[0]]))
  return url.replaceAll(/\{([^{}]+)\}/g, (written, name: string) => byName.get(name) ?? written)
}

/** A server to which requests may be sent. */
export interface AllowedServer {
  /** Absolute. */
  readonly url: string
  /** Absent: the target itself, because no server of the definition is allowed. */
  readonly server?: Server
  readonly methods: TryTarget['methods']
}

/**
 * The servers that a target of the config allows. A relative address is one of the target's host. Where no server is allowed, the targets themselves
 * are offered: the definition may name none, or only the live one.
 */
export function allowedServers(
  servers: readonly Server[],
  targets: readonly TryTarget[],
  values: Readonly<Record<string, string>> = {},
): readonly AllowedServer[] {
  const found = servers.flatMap(server => {
    const written = toServerUrl(server, values)
    const fitting = targets.flatMap(target => {
      const url = resolve(written, target.url)
      return url !== undefined && isNear(new URL(url), new URL(target.url)) ? [{ url, methods: target.methods }] : []
    })
    const [first] = fitting
    return first ? [{ url: first.url, server, methods: [...new Set(fitting.flatMap(({ methods }) => methods))] }] : []
  })
  return found.length > 0 ? found : targets.map(({ url, methods }) => ({ url, methods }))
}

function resolve(url: string, target: string): string | undefined {
  return URL.canParse(url, target) ? new URL(url, target).href : undefined
}

/** One of the two is below the other: what an operation adds decides, and the server checks that. */
function isNear(one: URL, other: URL): boolean {
  const [first, second] = [one, other].map(({ pathname }) => `${pathname.replace(/\/$/, '')}/`) as [string, string]
  return one.origin === other.origin && (first.startsWith(second) || second.startsWith(first))
}

/** For code samples: the first server; a relative one is of a host that nobody has. */
export function sampleUrl(operation: Pick<OperationPart, 'servers'>, about: Pick<AboutPart, 'servers'>): string {
  const [server] = serversOf(operation, about)
  const written = server ? toServerUrl(server) : '/'
  return resolve(written.replaceAll(/[{}]/g, ''), 'https://example.com') ?? 'https://example.com/'
}

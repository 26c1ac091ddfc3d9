/** One entry of `backend.reading.allow`. */
export interface AllowedHost {
  /** `host`, `*.host`, each with `:port` or `:from-to` behind it. */
  readonly host: string
  /** Paths that may be read, with everything below those that end in a slash; all by default. */
  readonly paths?: readonly string[] | undefined
}

interface AllowedEntry {
  readonly isHost: (host: string) => boolean
  readonly isPort: (port: number) => boolean
  readonly paths: readonly string[] | undefined
  readonly isExact: boolean
}

export interface Verdict {
  readonly isAllowed: boolean
  /** The host is named exactly, not by a pattern: then it may also be an internal one. */
  readonly isNamed: boolean
}

/** The addresses that config allows to be read. */
export function createAllowList(hosts: readonly AllowedHost[]): (url: URL) => Verdict {
  const entries = hosts.map(toEntry)
  return url => {
    const host = url.hostname.toLowerCase()
    const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80))
    const hasPort = url.port !== ''
    const fitting = entries.filter(
      entry => entry.isHost(host) && (entry.isPort(port) || (!hasPort && entry.isPort(-1))) && isPathAllowed(entry.paths, url.pathname),
    )
    return { isAllowed: fitting.length > 0, isNamed: fitting.some(entry => entry.isExact) }
  }
}

function toEntry({ host, paths }: AllowedHost): AllowedEntry {
  const [, name = '', from, to] = /^(\[[^\]]+\]|[^:]+)(?::(\d+)(?:-(\d+))?)?$/.exec(host.trim().toLowerCase()) ?? []
  const suffix = name.startsWith('*.') ? name.slice(1) : undefined
  return {
    isHost: given => (suffix === undefined ? name !== '' && given === name : given.endsWith(suffix) && given.length > suffix.length),
    // Without a port only the standard one is meant, which a URL leaves out.
    isPort: port => (from === undefined ? port === -1 : port >= Number(from) && port <= Number(to ?? from)),
    paths,
    isExact: suffix === undefined,
  }
}

function isPathAllowed(paths: readonly string[] | undefined, path: string): boolean {
  // The server behind may decode an encoded slash or dot.
  if (paths && /%2e|%2f|%5c/i.test(path)) return false
  return !paths || paths.some(each => path === each || (each.endsWith('/') && path.startsWith(each)))
}

import dgram from 'node:dgram'
import net from 'node:net'
import { AppError } from '@portico/core/common'

/** Where the process may connect to by itself. */
export interface OwnConnections {
  /** The host of PostgreSQL, or the folder of its socket, and the port. */
  database?: { readonly host: string; readonly port: number }
}

/**
 * Lets the process connect to its database and nowhere else: hosts are called through the portal, which knows those of the manifest and guards the
 * network. Before any code of the plugin runs.
 */
export function restrictNetwork(own: OwnConnections): void {
  // Bound by `call` below.
  const connect: (this: net.Socket, ...args: any[]) => net.Socket = net.Socket.prototype.connect
  net.Socket.prototype.connect = function (this: net.Socket, ...args: any[]) {
    const target = targetOf(args)
    if (!isDatabase(own, target)) throw noNetwork(target)
    return connect.apply(this, args)
  } as net.Socket['connect']
  dgram.createSocket = () => {
    throw noNetwork('by datagrams')
  }
}

/** `connect` takes options, a port and a host, or the path of a socket; Node itself passes a list with these. */
function targetOf([first, second]: readonly unknown[]): string {
  if (Array.isArray(first)) return targetOf(first)
  if (typeof first === 'object' && first !== null) {
    const { path, host = 'localhost', port } = first as { path?: string; host?: string; port?: number }
    return path ?? `${host}:${port}`
  }
  if (typeof first === 'string' && Number.isNaN(Number(first))) return first
  return `${typeof second === 'string' ? second : 'localhost'}:${String(first)}`
}

function isDatabase({ database }: OwnConnections, target: string): boolean {
  if (!database) return false
  const { host, port } = database
  return target === (host.startsWith('/') ? `${host}/.s.PGSQL.${port}` : `${host}:${port}`)
}

function noNetwork(target: string): AppError {
  return new AppError(
    'NotAllowedError',
    `A plugin in a process of its own connects to nothing by itself, here ${target}: call hosts with core.server.fetch, and list them in 'hosts' of package.json`,
    { code: 'core.no-network' },
  )
}

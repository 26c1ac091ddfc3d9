import { BlockList, isIP } from 'node:net'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** Whether a host is this machine alone: `localhost`, a name below it, 127.0.0.0/8 or ::1. Other names may lead anywhere. */
export function isLoopback(host: string): boolean {
  const plain = host.replace(/^\[|\]$/g, '').toLowerCase()
  const version = isIP(plain)
  if (version !== 0) return loopback.check(plain, version === 4 ? 'ipv4' : 'ipv6')
  return plain === 'localhost' || plain.endsWith('.localhost')
}

/** How people can sign in without credentials, as the plugin that lets them says it. */
export interface GuestAccess {
  /** Guests are let in, rather than nobody. */
  readonly admitsGuests: boolean
  /** There is no other way to sign in. */
  readonly isOnlySignIn: boolean
  /** What is wrong with it on a portal that others than this machine can reach; undefined where the config allows it. */
  readonly mistake?: string
  /** What operators are told about it on such a portal. */
  readonly warning?: string
}

/** Where a portal is found, as the sections `app` and `backend` say it. */
export interface Addresses {
  readonly app: { readonly baseUrl: string }
  readonly backend: { readonly baseUrl: string; readonly listen: { readonly host?: string } }
}

/**
 * The address to listen on; undefined is all interfaces. Where `backend.listen` names none, it is loopback for a portal whose base URL is, and for one
 * to which only guests sign in.
 */
export function listenHost({ backend }: Addresses, guests: GuestAccess | undefined): string | undefined {
  if (backend.listen.host !== undefined) return backend.listen.host
  const host = new URL(backend.baseUrl).hostname
  if (host === '[::1]') return '::1'
  return isLoopback(host) || guests?.isOnlySignIn ? '127.0.0.1' : undefined
}

/** Whether others than this machine can reach the portal: by the interface it listens on, or by a proxy that a base URL tells of. */
export function isExposed(core: Addresses, guests: GuestAccess | undefined): boolean {
  const hosts = [new URL(core.app.baseUrl).hostname, new URL(core.backend.baseUrl).hostname, listenHost(core, guests) ?? '0.0.0.0']
  return !hosts.every(isLoopback)
}

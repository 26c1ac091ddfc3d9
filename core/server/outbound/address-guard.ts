import { lookup as systemLookup, type LookupAddress } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { addressRefused } from './outbound-errors.ts'

const inner = new BlockList()
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  inner.addSubnet(net, bits, 'ipv4')
for (const [net, bits] of [
  ['::', 128],
  ['::1', 128],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const)
  inner.addSubnet(net, bits, 'ipv6')

/** Whether an address is loopback, private, link-local or otherwise not on the public internet. */
export function isInnerAddress(address: string): boolean {
  const plain = address.replace(/^\[|\]$/g, '').split('%')[0] ?? ''
  const version = isIP(plain)
  if (version === 4) return inner.check(plain, 'ipv4')
  // An IPv4 address embedded in an IPv6 one is checked as IPv4; BlockList does so for ::ffff:0:0/96.
  return version === 6 ? inner.check(plain, 'ipv6') || isInnerCompatible(plain) : true
}

/** `::a.b.c.d`, the deprecated IPv4-compatible form. */
function isInnerCompatible(address: string): boolean {
  const canonical = new URL(`http://[${address}]/`).hostname.slice(1, -1)
  return /^::([0-9a-f]{1,4}(:[0-9a-f]{1,4})?)?$/.test(canonical)
}

export type Resolver = (host: string, options: { all: true }, callback: (error: Error | null, addresses: LookupAddress[]) => void) => void

/**
 * Resolves host names, and refuses those with an internal address. The check is made on the very address that is connected to,
 * so DNS rebinding does not help an attacker.
 */
export function createGuardedLookup(resolve: Resolver = systemLookup as Resolver): LookupFunction {
  return (host, options, callback) => {
    resolve(host, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '', 0)
      const bad = addresses.find(({ address }) => isInnerAddress(address))
      if (bad) return callback(innerAddress(host, bad.address), '', 0)
      if (options.all) return callback(null, addresses)
      const [first] = addresses
      return first ? callback(null, first.address, first.family) : callback(new Error(`${host} has no address`), '', 0)
    })
  }
}

/** The name resolves to an address that others must not make the server call. */
export function innerAddress(host: string, address: string) {
  const what =
    host === address ? `${host} is an address inside of the network` : `${host} leads to ${address}, an address inside of the network`
  return addressRefused(`${what}; if it is to be read, name exactly this host in backend.reading.allow`)
}

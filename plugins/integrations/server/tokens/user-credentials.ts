import { basic, bearer, type HostCredential } from './credentials.ts'
import { hostTypes } from '../config.ts'
import type { HostSettings } from '../forges/forge.ts'
import { userHeader, userLogin } from '../writing/writer.ts'

/** What a token of a user proves: to the host of an address and to its other names, such as that of its API, and to no other host. */
export function userCredentials(settings: readonly HostSettings[], address: string, token: string): HostCredential[] {
  const { host } = new URL(address)
  const found = settings.find(each => namesOf(each).some(name => isNamed(host, name)))
  if (!found) return [{ host, plain: bearer(token), git: basic('git', token) }]
  const { username, password } = userLogin(found.type, token)
  const names = namesOf(found).filter(name => !name.startsWith('*.'))
  return [...new Set([host, ...names])].map(name => ({
    host: name,
    plain: userHeader(found.type, token),
    git: basic(username, password),
  }))
}

function namesOf({ type, host, entry }: HostSettings): readonly string[] {
  const kind = Object.values(hostTypes).find(each => each.type === type)
  return [host, ...(kind?.hostsOf(entry as never) ?? [])]
}

function isNamed(host: string, name: string): boolean {
  return name.startsWith('*.') ? host.endsWith(name.slice(1).toLowerCase()) : host === name.toLowerCase()
}

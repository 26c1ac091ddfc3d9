import { secret } from '@portico/core/server'
import { z } from 'zod'
import type { HostCredential } from '../credentials.ts'

/** A kind of host that `integrations` can hold entries of. */
export interface HostType<S extends z.ZodType = z.ZodType> {
  readonly title: string
  /** One entry of its list. */
  readonly settings: S
  /** The hosts of an entry, which may be read. */
  hostsOf(entry: z.output<S>): readonly string[]
  /** How requests to the hosts of an entry show who asks. */
  credentialsOf(entry: z.output<S>, hosts: readonly string[]): readonly HostCredential[]
}

export function defineHostType<S extends z.ZodType>(type: HostType<S>): HostType<S> {
  return type
}

/** `git.example.com` or `git.example.com:8443`: neither a scheme nor a path. */
export function hostName() {
  return z
    .string()
    .refine(isHost, { error: issue => `expected a host such as git.example.com, not '${String(issue.input)}'` })
    .describe('As in its addresses, with the port where there is one')
}

function isHost(text: string): boolean {
  return /^[^\s/?#@]+$/.test(text) && URL.canParse(`https://${text}/`) && new URL(`https://${text}/`).host === text.toLowerCase()
}

/** A text that is never shown. */
export function secretText() {
  return secret(z.string().min(1))
}

/** The hosts of addresses, of those that are given. */
export function hostsOfUrls(...urls: readonly (string | undefined)[]): string[] {
  return urls.flatMap(url => (url === undefined ? [] : [new URL(url).host]))
}

/** Refuses an entry in which more than one of these ways to sign in is begun, or one of them is not whole. */
export function refuseMixed(ways: Readonly<Record<string, readonly string[]>>) {
  return (entry: object, context: z.RefinementCtx): void => {
    const given = new Set(Object.entries(entry).flatMap(([key, value]) => (value === undefined ? [] : [key])))
    const begun = Object.entries(ways).filter(([, keys]) => keys.some(key => given.has(key)))
    if (begun.length > 1) {
      const names = begun.map(([name]) => name).join(' and ')
      context.addIssue({ code: 'custom', message: `cannot have ${names} together: one way to sign in is meant` })
    }
    for (const [name, keys] of begun.length === 1 ? begun : []) {
      const missing = keys.filter(key => !given.has(key))
      if (missing.length > 0) context.addIssue({ code: 'custom', message: `${name} is not whole: ${missing.join(', ')} is missing` })
    }
  }
}

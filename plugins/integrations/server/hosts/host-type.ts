import { secret } from '@portico/core/server'
import { z } from 'zod'
import type { HostCredential } from '../tokens/credentials.ts'
import type { IntegrationType } from '../integration.ts'

/** The variables of the environment that matter for credentials. */
export type HostEnvironment = Readonly<Record<string, string | undefined>>

/** A kind of host in `integrations`. */
export interface HostType<S extends z.ZodType = z.ZodType> {
  readonly type: IntegrationType
  readonly title: string
  /** One entry of its list. */
  readonly settings: S
  /** The host that is known without any config. */
  readonly defaultHost?: string
  /** The host of an entry, as people see it in addresses. */
  hostOf(entry: z.output<S>): string
  /** All hosts of an entry, which may be read; `*.x` for all below one. */
  hostsOf(entry: z.output<S>): readonly string[]
  /** Where the API of an entry is; undefined where it has none. Without a trailing slash. */
  apiBaseUrlOf(entry: z.output<S>): string | undefined
  /** The credentials for the hosts of an entry. Those that sign each request have none here: their readers sign. */
  credentialsOf(entry: z.output<S>, hosts: readonly string[], env: HostEnvironment): readonly HostCredential[]
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

/** A secret text. */
export function secretText() {
  return secret(z.string().min(1))
}

/** The hosts of the addresses that are given. */
export function hostsOfUrls(...urls: readonly (string | undefined)[]): string[] {
  return urls.flatMap(url => (url === undefined ? [] : [new URL(url).host]))
}

/** Refuses an entry with more than one of these kinds of credentials, or with an incomplete one. */
export function refuseMixed(ways: Readonly<Record<string, readonly string[]>>) {
  return (entry: object, context: z.RefinementCtx): void => {
    const given = new Set(Object.entries(entry).flatMap(([key, value]) => (value === undefined ? [] : [key])))
    const begun = Object.entries(ways).filter(([, keys]) => keys.some(key => given.has(key)))
    if (begun.length > 1) {
      const names = begun.map(([name]) => name).join(' and ')
      context.addIssue({ code: 'custom', message: `cannot have ${names} together: use one kind of credentials` })
    }
    for (const [name, keys] of begun.length === 1 ? begun : []) {
      const missing = keys.filter(key => !given.has(key))
      if (missing.length > 0) context.addIssue({ code: 'custom', message: `${name} is incomplete: ${missing.join(', ')} is missing` })
    }
  }
}

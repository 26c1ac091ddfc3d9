import type { RequestMetadata } from '@portico/core/server'
import { z } from 'zod'
import type { ProviderHttp } from '../providers/provider-http.ts'
import type { Person, Resolvers } from '../resolvers/resolver.ts'
import { signInSettings } from '../resolvers/sign-in-settings.ts'

/** The identity that a proxy in front of the portal asserts. */
export interface ProxyIdentity {
  readonly person: Person
  readonly accessToken?: string
  readonly expiresInSeconds?: number
}

export interface ProxyContext {
  readonly http: ProviderHttp
  readonly now: () => number
  readonly environment: Readonly<Record<string, string | undefined>>
}

/** Identifies the sender of a request from the headers of the proxy. Throws when they are missing or invalid. */
export type Recognise = (request: RequestMetadata) => Promise<ProxyIdentity>

export interface ProxySettings {
  readonly signIn: z.output<ReturnType<typeof signInSettings>>
}

interface ProxySpecification<S extends z.ZodRawShape> {
  readonly title: string
  readonly settings?: S
  readonly resolvers?: Resolvers
  readonly connect: (settings: z.output<z.ZodObject<S>> & ProxySettings, context: ProxyContext) => Recognise
}

/** A proxy that has signed users in before they reach the portal, as one entry of the table. */
export interface ProxyDefinition {
  readonly title: string
  readonly settings: z.ZodType<ProxySettings>
  readonly resolvers: Resolvers
  readonly connect: (settings: ProxySettings, context: ProxyContext) => Recognise
}

export function defineProxyProvider<S extends z.ZodRawShape = {}>(specification: ProxySpecification<S>): ProxyDefinition {
  const { title, resolvers = {}, settings } = specification
  const schema = z.object({
    signIn: signInSettings(resolvers).describe('How accounts of the proxy are matched to users of the portal'),
    ...settings,
  })
  return {
    title,
    resolvers,
    settings: schema as unknown as z.ZodType<ProxySettings>,
    connect: (given, context) => specification.connect(given as z.output<z.ZodObject<S>> & ProxySettings, context),
  }
}

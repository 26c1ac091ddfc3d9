import { durationMs, secret } from '@portico/core/server'
import { z } from 'zod'
import type { Resolvers } from '../resolvers/resolver.ts'
import { signInSettings } from '../resolvers/sign-in-settings.ts'
import type { Connection } from './connection.ts'
import type { ScopeRules } from './oauth-environment.ts'
import { splitScope } from './scopes.ts'

/** An http or https address, exactly as it is written. */
export function exactAddress() {
  return z
    .string()
    .refine(
      text => URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol),
      'expected an address such as https://example.com',
    )
}

/** The same, read without its trailing slashes. */
export function address() {
  return exactAddress().overwrite(text => text.replace(/\/+$/, ''))
}

const common = {
  title: z.string().min(1).max(60).optional().describe('What the sign-in page calls the provider'),
  clientId: z.string().min(1).describe('The id under which the provider knows the portal'),
  clientSecret: secret(z.string().min(1)).describe('The secret that goes with it'),
  callbackUrl: address().optional().describe('Where the provider sends the browser back to, when that is not the portal itself'),
  additionalScopes: z
    .union([z.string(), z.array(z.string())])
    .optional()
    .transform(scopes => splitScope(Array.isArray(scopes) ? scopes.join(' ') : scopes))
    .describe('Scopes to ask for besides those that are always asked for'),
  sessionDuration: durationMs.optional().describe('How long a browser stays signed in; 1000 days by default'),
}

/** What every provider is configured with, for one environment. */
export interface OAuthSettings {
  readonly title?: string | undefined
  readonly clientId: string
  readonly clientSecret?: string | undefined
  readonly callbackUrl?: string | undefined
  readonly additionalScopes: readonly string[]
  readonly sessionDuration?: number | undefined
  readonly signIn?: z.output<ReturnType<typeof signInSettings>> | undefined
}

interface OAuthSpecification<S extends z.ZodRawShape> {
  /** How people call the provider. */
  readonly title: string
  /** What it is configured with besides what all are. */
  readonly settings?: S
  readonly withoutSecret?: true
  readonly scopes: ScopeRules
  /** Besides those that all have. */
  readonly resolvers?: Resolvers
  readonly connect: (settings: z.output<z.ZodObject<S>> & OAuthSettings) => Connection
}

/** A provider as one entry of the table: its settings, its scopes, its resolvers and what is special about talking to it. */
export interface OAuthDefinition {
  readonly title: string
  readonly settings: z.ZodType<OAuthSettings>
  readonly scopes: ScopeRules
  readonly resolvers: Resolvers
  readonly connect: (settings: OAuthSettings) => Connection
}

export function defineOAuthProvider<S extends z.ZodRawShape = {}>(specification: OAuthSpecification<S>): OAuthDefinition {
  const { title, scopes, resolvers = {}, settings, withoutSecret } = specification
  const schema = z.object({
    ...common,
    ...(withoutSecret && { clientSecret: common.clientSecret.optional() }),
    signIn: signInSettings(resolvers).optional().describe('How people who come from this provider become users of the portal'),
    ...settings,
  })
  return {
    title,
    scopes,
    resolvers,
    settings: schema as unknown as z.ZodType<OAuthSettings>,
    connect: given => specification.connect(given as z.output<z.ZodObject<S>> & OAuthSettings),
  }
}

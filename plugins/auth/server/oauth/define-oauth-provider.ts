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

/** For providers that publish a page for it (`end_session_endpoint`). */
export const federatedLogout = z
  .boolean()
  .default(false)
  .describe("Whether signing out also ends the session at the provider, on the provider's own page, which comes back to the portal")

const common = {
  title: z.string().min(1).max(60).optional().describe('The name of the provider on the sign-in page'),
  clientId: z.string().min(1).describe('The client id of the portal at the provider'),
  clientSecret: secret(z.string().min(1)).describe('The client secret'),
  callbackUrl: address().optional().describe('Where the provider sends the browser back to, when that is not the portal itself'),
  additionalScopes: z
    .union([z.string(), z.array(z.string())])
    .optional()
    .transform(scopes => splitScope(Array.isArray(scopes) ? scopes.join(' ') : scopes))
    .describe('Scopes to ask for besides those that are always asked for'),
  sessionDuration: durationMs.optional().describe('How long a browser stays signed in; 1000 days by default'),
}

/** The common settings of every provider, for one environment. */
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
  /** The display name of the provider. */
  readonly title: string
  /** Its settings besides the common ones. */
  readonly settings?: S
  readonly withoutSecret?: true
  readonly scopes: ScopeRules
  /** Besides the common resolvers. */
  readonly resolvers?: Resolvers
  readonly connect: (settings: z.output<z.ZodObject<S>> & OAuthSettings) => Connection
}

/** A provider as one entry of the table: its settings, its scopes, its resolvers and its connection. */
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
    signIn: signInSettings(resolvers).optional().describe('How accounts of this provider are matched to users of the portal'),
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

import { z } from 'zod'

/** What every personal access token begins with, so that people and scanners recognise one. */
export const accessTokenPrefix = 'portico_pat_'
export const accessTokenLimits = { nameLength: 100, tokensPerUser: 50, pluginsPerToken: 50, maxDays: 365 } as const

/** What a token may be used for: to read or to do everything, in all plugins or in some. */
export const AccessTokenScope = z.object({
  access: z.enum(['read', 'full']),
  /** Ids of plugins; all by default. */
  plugins: z
    .array(z.string().regex(/^[a-z0-9][a-z0-9-]*$/, 'must be the id of a plugin'))
    .min(1)
    .max(accessTokenLimits.pluginsPerToken)
    .optional(),
})
export type AccessTokenScope = z.output<typeof AccessTokenScope>

/** The facts about an access token. The token itself is shown once and not stored. */
export const AccessToken = z.object({
  id: z.string(),
  name: z.string(),
  scope: AccessTokenScope,
  /** Its last characters, to distinguish tokens. */
  hint: z.string(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().optional(),
})
export type AccessToken = z.output<typeof AccessToken>

/** The input for a new one. */
export const NewAccessToken = z.object({
  name: z.string().trim().min(1).max(accessTokenLimits.nameLength),
  scope: AccessTokenScope,
  expiresInDays: z.number().int().min(1).max(accessTokenLimits.maxDays),
})
export type NewAccessToken = z.output<typeof NewAccessToken>

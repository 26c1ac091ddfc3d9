import { z } from 'zod'

/** A session of a user, as administrators see it. */
export const UserSession = z.object({
  id: z.string(),
  provider: z.string(),
  beganAt: z.iso.datetime(),
  renewedAt: z.iso.datetime(),
  /** When its current token expires; the browser may renew it before. */
  expiresAt: z.iso.datetime(),
  address: z.string(),
  userAgent: z.string(),
})
export type UserSession = z.output<typeof UserSession>

/** An access token of a user, as administrators see it. */
export const UserAccessToken = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().optional(),
})

/** Why and since when a user is blocked. */
export const UserBlock = z.object({ userEntityRef: z.string(), at: z.iso.datetime(), by: z.string(), reason: z.string().optional() })
export type UserBlock = z.output<typeof UserBlock>

/** The sessions and access tokens of a user. */
export const UserAccess = z.object({
  userEntityRef: z.string(),
  block: UserBlock.optional(),
  sessions: z.array(UserSession),
  accessTokens: z.array(UserAccessToken),
})
export type UserAccess = z.output<typeof UserAccess>

/** Which user is meant, by ref. Without a kind or a namespace it is `user:default`. */
export const UserRef = z.string().min(1).max(500)
export const BlockReason = z.string().trim().min(1).max(500)

import { z } from 'zod'

/** Who signed in, as the identity provider describes the person. */
export const Profile = z.object({ email: z.string().optional(), displayName: z.string().optional(), picture: z.string().optional() })
export type Profile = z.output<typeof Profile>

/** The tokens that the identity provider issued. */
export const ProviderInfo = z.object({
  accessToken: z.string(),
  idToken: z.string().optional(),
  scope: z.string(),
  expiresInSeconds: z.number().optional(),
})
export type ProviderInfo = z.output<typeof ProviderInfo>

/** The portal's own identity of the user, with the token that proves it. */
export const PortalIdentity = z.object({
  token: z.string(),
  identity: z.object({ type: z.literal('user'), userEntityRef: z.string(), ownershipEntityRefs: z.array(z.string()) }),
  expiresInSeconds: z.number(),
  /** Anyone who reaches the portal can be this user, who is kept from some things. */
  guest: z.literal('exposed').optional(),
})
export type PortalIdentity = z.output<typeof PortalIdentity>

/** The body of a successful sign-in or refresh. */
export const Session = z.object({ profile: Profile, providerInfo: ProviderInfo.optional(), backstageIdentity: PortalIdentity.optional() })
export type Session = z.output<typeof Session>

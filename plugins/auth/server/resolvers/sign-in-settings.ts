import { z } from 'zod'
import { commonResolvers } from './common-resolvers.ts'
import type { Resolvers } from './resolver.ts'

const dangerous = z.boolean().default(false).describe('Admits people who are not in the catalog, as users without an entity')

/** One configured resolver with its options. */
export interface ResolverSetting {
  readonly resolver: string
  readonly dangerouslyAllowSignInWithoutUserInCatalog: boolean
  readonly allowedDomains?: readonly string[] | undefined
}

/** `signIn` of a provider: its own resolvers and those that all have, each with its options. */
export function signInSettings(own: Resolvers) {
  const all = Object.entries({ ...commonResolvers, ...own })
  const entries = all.map(([name, { options }]) =>
    z.object({ resolver: z.literal(name), dangerouslyAllowSignInWithoutUserInCatalog: dangerous, ...options }),
  )
  const [first, ...others] = entries
  if (!first) throw new Error('A provider has at least the common resolvers')
  const resolvers: z.ZodType<ResolverSetting[]> = z.array(z.discriminatedUnion('resolver', [first, ...others]))
  return z.object({ resolvers: resolvers.describe('How the user of the catalog is found; the first that finds one decides') })
}

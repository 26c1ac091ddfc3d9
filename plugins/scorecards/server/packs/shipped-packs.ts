import { apiPack, docsPack, ownershipPack } from './catalog-packs.ts'
import { deliveryPack, runtimePack, securityPack } from './running-packs.ts'
import type { ShippedPack } from './shipped-pack.ts'

/** The checks that come with the portal. None is used until the config chooses it. */
export const shippedPacks: readonly ShippedPack[] = [ownershipPack, docsPack, apiPack, runtimePack, securityPack, deliveryPack]

import type { CheckDocument } from '@portico/scorecards/common'
import { apiPack, docsPack, ownershipPack } from './catalog-packs.ts'
import { deliveryPack, runtimePack, securityPack } from './running-packs.ts'

type Spec = CheckDocument['spec']

/** A check of a pack, without what all of them share. */
export interface ShippedCheck extends Pick<Spec, 'expression' | 'why'>, Partial<Omit<Spec, 'expression' | 'why' | 'pack' | 'state'>> {
  readonly name: string
  readonly title: string
  readonly description?: string
}

export interface ShippedPack {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly checks: readonly ShippedCheck[]
}

/** The checks that come with the portal. None is used until the config chooses it. */
export const shippedPacks: readonly ShippedPack[] = [ownershipPack, docsPack, apiPack, runtimePack, securityPack, deliveryPack]

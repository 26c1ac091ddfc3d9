import type { CheckDocument } from '@portico/scorecards/common'

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

/** Who asks, as policies see it. Refs are in lower case. */
export interface Identity {
  /** Absent for a caller without a token, where the portal lets such callers in. */
  readonly userEntityRef?: string
  /** The user's own ref and those of the groups whose things count as the user's. */
  readonly ownershipEntityRefs: readonly string[]
}

/** A caller without a token. */
export const anonymous: Identity = { ownershipEntityRefs: [] }

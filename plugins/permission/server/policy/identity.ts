/** The caller, as policies see it. Refs are in lower case. */
export interface Identity {
  /** Absent for an anonymous caller, where the portal allows those. */
  readonly userEntityRef?: string
  /** The ownership refs: the user's own and those of the user's groups. */
  readonly ownershipEntityRefs: readonly string[]
  /** Anyone can sign in as this user, whether the policy lists it as a guest or not. */
  readonly isGuest?: boolean
  /** An agent acts for the user. It has what the user has, without what is denied to agents. */
  readonly isAgent?: boolean
}

/** An anonymous caller. */
export const anonymous: Identity = { ownershipEntityRefs: [] }

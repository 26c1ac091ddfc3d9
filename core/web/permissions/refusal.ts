import { AppError, isConfigObject } from '@portico/core/common'

/** A role that carries a permission. */
export interface CarryingRole {
  readonly role: string
  readonly description?: string | undefined
  /** It grants the permission for some resources only. */
  readonly conditional?: boolean | undefined
}

/** What is known about something that was refused. */
export interface Refusal {
  /** The name of the permission that was missing; absent where it is refused to guests without one. */
  readonly permission?: string | undefined
  readonly resourceRef?: string | undefined
  /** The roles that carry it; absent where they are not known. */
  readonly grantedBy?: readonly CarryingRole[] | undefined
  /** The roles of the user that deny it, whatever others allow. */
  readonly deniedBy?: readonly string[] | undefined
  /** It is refused because the user is a guest of a portal that anyone can reach. */
  readonly guest?: boolean | undefined
}

/** The missing permission of a failed request; undefined when it failed for another reason. */
export function refusalOf(error: unknown): Refusal | undefined {
  if (!(error instanceof AppError) || error.name !== 'NotAllowedError') return undefined
  const { permission, resourceRef, grantedBy, deniedBy, guest } = error.details
  if (typeof permission !== 'string' && guest !== true) return undefined
  return {
    ...(typeof permission === 'string' && { permission }),
    ...(guest === true && { guest }),
    ...(typeof resourceRef === 'string' && { resourceRef }),
    ...(Array.isArray(grantedBy) && { grantedBy: grantedBy.flatMap(toRole) }),
    ...(Array.isArray(deniedBy) && { deniedBy: deniedBy.filter(role => typeof role === 'string') }),
  }
}

function toRole(value: unknown): CarryingRole[] {
  if (!isConfigObject(value) || typeof value['role'] !== 'string') return []
  const { role, description, conditional } = value
  return [{ role, ...(typeof description === 'string' && { description }), ...(conditional === true && { conditional: true }) }]
}

import { z } from 'zod'

/** A role that carries a permission. */
export const GrantingRole = z.object({
  role: z.string(),
  description: z.string().optional(),
  /** It grants the permission for some resources only. */
  conditional: z.literal(true).optional(),
})
export type GrantingRole = z.output<typeof GrantingRole>

/** What a NotAllowedError says about the permission that was missing. */
export const Refusal = z.object({
  permission: z.string(),
  resourceRef: z.string().optional(),
  grantedBy: z.array(GrantingRole).optional(),
  /** Roles of the caller that deny it, whatever others allow. */
  deniedBy: z.array(z.string()).optional(),
})
export type Refusal = z.output<typeof Refusal>

/** The missing permission of a refusal, from an error's details; undefined when it was refused for another reason. */
export function toRefusal(details: unknown): Refusal | undefined {
  const refusal = Refusal.safeParse(details)
  return refusal.success ? refusal.data : undefined
}

import { z } from 'zod'

/** One demand for a yes. Each is met by its own approvers: a template adds to what config demands, and replaces nothing. */
export const ApprovalDemand = z.object({
  /** Who demands it: the config of the portal, the template as a whole, or the step. */
  from: z.enum(['config', 'template', 'step']),
  /** Entity refs of groups and users, one of whom must say yes. */
  approvers: z.array(z.string()),
  reason: z.string().optional(),
  /** Who said yes. */
  approvedBy: z.string().optional(),
})
export type ApprovalDemand = z.output<typeof ApprovalDemand>

/** The demands of a wait; one that was written before there were several has one. */
export function demandsOf(waiting: {
  readonly demands?: readonly ApprovalDemand[] | undefined
  readonly approvers?: readonly string[] | undefined
  readonly reason?: string | undefined
}): readonly ApprovalDemand[] {
  const { demands, approvers = [], reason } = waiting
  return demands ?? [{ from: 'step', approvers: [...approvers], ...(reason !== undefined && { reason }) }]
}

/** The demands that nobody has met yet. */
export function openDemands(waiting: Parameters<typeof demandsOf>[0]): readonly ApprovalDemand[] {
  return demandsOf(waiting).filter(({ approvedBy }) => approvedBy === undefined)
}

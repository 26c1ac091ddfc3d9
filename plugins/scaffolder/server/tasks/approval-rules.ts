import { inputError, matchesWildcard } from '@portico/core/common'
import type { ApprovalDemand, TaskSpec, TaskStep } from '@portico/scaffolder/common'
import { z } from 'zod'
import { toMs } from '../actions/builtin/flow-actions.ts'
import type { ActionRegistry } from '../actions/registry.ts'
import type { ScaffolderSection } from '../config.ts'

const defaultTimeout = '7d'

const ApprovalSpec = z.object({
  approvers: z.array(z.string().min(1).max(1000)).min(1).max(100),
  reason: z.string().max(2000).optional(),
  timeout: z.unknown().optional(),
})

/** A demand, and how long it waits for its answer. */
export interface TimedDemand {
  readonly demand: ApprovalDemand
  readonly timeoutMs: number
}

/** Which steps need a yes, of whom: because the step or its template says so, or because config does for its action. */
export function createApprovalRules(settings: () => Pick<ScaffolderSection, 'approvals'>, actions: Pick<ActionRegistry, 'has' | 'get'>) {
  /** What config demands for an action, under its own id or that of another whose effects it has. */
  function ofConfig(actionId: string): TimedDemand[] {
    const ids = [actionId, ...(actions.has(actionId) ? (actions.get(actionId).actsAs ?? []) : [])]
    return settings()
      .approvals.filter(rule => rule.actions.some(pattern => ids.some(id => matchesWildcard(id, pattern))))
      .map(({ approvers, reason, timeout }) => ({ demand: toDemand('config', { approvers, reason }), timeoutMs: timeout }))
  }

  return {
    ofConfig,
    /** Each must be met by its own approvers. That of the template holds for the first step that runs. */
    demandsFor(spec: TaskSpec, step: TaskStep, written: unknown): readonly TimedDemand[] {
      const own = [['template', spec['approval']] as const, ['step', written] as const].flatMap(([from, given]) => {
        if (given === undefined) return []
        const { timeout, ...read } = readApproval(step.id, given)
        return [{ demand: toDemand(from, read), timeoutMs: toMs(timeout ?? defaultTimeout, 'approval.timeout') }]
      })
      return [...ofConfig(step.action), ...own]
    },
  }
}

export type ApprovalRules = ReturnType<typeof createApprovalRules>

function toDemand(
  from: ApprovalDemand['from'],
  { approvers, reason }: { readonly approvers: readonly string[]; readonly reason?: string | undefined },
): ApprovalDemand {
  return { from, approvers: [...new Set(approvers)], ...(reason !== undefined && { reason }) }
}

function readApproval(stepId: string, written: unknown) {
  const read = ApprovalSpec.safeParse(written)
  // A step that asks for a yes in a way that cannot be read must not run without one.
  if (!read.success)
    throw inputError(`The approval of the step '${stepId}' is not valid: ${z.prettifyError(read.error)}`, {
      code: 'scaffolder.invalid-approval',
    })
  return read.data
}

import { inputError, matchesWildcard } from '@portico/core/common'
import type { TaskSpec, TaskStep } from '@portico/scaffolder/common'
import { z } from 'zod'
import { toMs } from '../actions/builtin/flow-actions.ts'
import type { ScaffolderSection } from '../config.ts'
import type { WaitRequest } from '../running/wait-request.ts'

const defaultTimeout = '7d'

const ApprovalSpec = z.object({
  approvers: z.array(z.string().min(1)).min(1),
  reason: z.string().optional(),
  timeout: z.unknown().optional(),
})

/** Which steps need a yes: because the step or its template says so, or because config does for its action. */
export function createApprovalRules(settings: () => Pick<ScaffolderSection, 'approvals'>) {
  return {
    requestFor(spec: TaskSpec, step: TaskStep, written: unknown): WaitRequest | undefined {
      const ofTemplate = spec.steps[0]?.id === step.id ? spec['approval'] : undefined
      const own = [written, ofTemplate].filter(each => each !== undefined).map(each => readApproval(step.id, each))
      const rules = settings().approvals.filter(({ actions }) => actions.some(pattern => matchesWildcard(step.action, pattern)))
      const first = own[0] ?? rules[0]
      if (!first) return undefined
      const ms = own[0] ? toMs(own[0].timeout ?? defaultTimeout, 'approval.timeout') : (rules[0]?.timeout ?? 0)
      const approvers = [...new Set([...own, ...rules].flatMap(each => each.approvers))]
      return {
        kind: 'approval',
        approvers,
        until: new Date(Date.now() + ms).toISOString(),
        ...(first.reason !== undefined && { reason: first.reason }),
      }
    },
  }
}

export type ApprovalRules = ReturnType<typeof createApprovalRules>

function readApproval(stepId: string, written: unknown) {
  const read = ApprovalSpec.safeParse(written)
  // A step that asks for a yes in a way that cannot be read must not run without one.
  if (!read.success)
    throw inputError(`The approval of the step '${stepId}' is not valid: ${z.prettifyError(read.error)}`, {
      code: 'scaffolder.invalid-approval',
    })
  return read.data
}

import { defineAction } from '@portico/core/server'
import { z } from 'zod'
import type { Approvals } from './approvals/approvals.ts'
import { alwaysScope } from './serving/offer.ts'

/** What agents can do about their own calls. */
export function approvalActions(approvals: Approvals) {
  return [
    defineAction({
      name: 'follow-approval',
      title: 'What became of a call that waits',
      description:
        'The answer of a call that waited for the user, once the user has approved it. Waits up to 25 seconds: call it again while it says waiting.',
      attributes: { readOnly: true, idempotent: true },
      scope: alwaysScope,
      input: z.object({ approval: z.string().max(100) }),
      output: z.unknown(),
      run: async ({ input, caller, signal }) => {
        if (caller.type !== 'user') return { state: 'unknown' }
        return approvals.follow(caller.userEntityRef, caller.agent?.grant, input.approval, signal)
      },
    }),
  ]
}

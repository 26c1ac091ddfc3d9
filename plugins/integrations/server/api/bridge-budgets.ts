import { defineEvent } from '@portico/core/common'
import type { Events } from '@portico/core/server'
import { z } from 'zod'
import { openBudgetChannel } from './budget-channel.ts'

const HostBudget = z.object({
  key: z.string(),
  limit: z.number().optional(),
  remaining: z.number().optional(),
  resetAt: z.number().optional(),
  blockedUntil: z.number().optional(),
  at: z.number(),
})
/** What a host still allows, as one replica was told. */
export const budgetLearnt = defineEvent('integrations.host-budget', z.object({ instance: z.string(), budget: HostBudget }))

/** Carries budgets between the threads of this process and other replicas: who is told to wait by a host tells all. Returns the way to stop. */
export function bridgeBudgets({
  channel: name,
  events,
  instance,
}: {
  readonly channel: string
  readonly events: Pick<Events, 'publish' | 'listen'>
  readonly instance: string
}): () => void {
  const channel = openBudgetChannel(name)
  // That a budget could not be told costs a request that is refused, and nothing else.
  channel.subscribe(budget => void events.publish(budgetLearnt, { instance, budget }).catch(() => {}))
  const unsubscribe = events.listen([budgetLearnt], ({ payload }) => {
    if (payload.instance !== instance) channel.publish(payload.budget)
  })
  return () => {
    unsubscribe()
    channel.close()
  }
}

import type { Events } from '@portico/core/server'
import { openBudgetChannel } from './budget-channel.ts'
import type { HostBudget } from './budgets.ts'

interface Told {
  readonly instance: string
  readonly budget: HostBudget
}

const topic = 'integrations.host-budget'

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
  channel.subscribe(budget => void events.publish(topic, { instance, budget } satisfies Told).catch(() => {}))
  const unsubscribe = events.listen([topic], ({ payload }) => {
    const told = payload as Told
    if (told.instance !== instance) channel.publish(told.budget)
  })
  return () => {
    unsubscribe()
    channel.close()
  }
}

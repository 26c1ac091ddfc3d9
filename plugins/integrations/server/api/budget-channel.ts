import { BroadcastChannel } from 'node:worker_threads'
import type { BudgetChannel, HostBudget } from './budgets.ts'

/** Tells budgets to the other threads of this process: those that read, and the one that serves. */
export function openBudgetChannel(name: string): BudgetChannel & { close(): void } {
  const channel = new BroadcastChannel(name)
  // It must not keep a thread alive that has nothing else to do.
  channel.unref()
  return {
    publish: budget => channel.postMessage(budget),
    subscribe(run) {
      channel.onmessage = message => run((message as { data: HostBudget }).data)
    },
    close: () => channel.close(),
  }
}

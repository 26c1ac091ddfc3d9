import { sql, type Transaction } from 'kysely'
import type { Events } from '../work/events.ts'
import type { JobQueue, Jobs } from '../work/jobs.ts'

/**
 * Jobs and events of a plugin that has a role of its own. Those in a transaction of the plugin are written to the core's tables with the rights of
 * the portal, as the role has none there.
 */
export function workWithRole({ jobs, events }: { readonly jobs: Jobs; readonly events: Events }, role: string | undefined) {
  if (role === undefined) return { jobs, events }

  async function asPortal<T>(within: Transaction<any> | undefined, run: () => Promise<T>): Promise<T> {
    if (!within) return run()
    await sql`select set_config('role', 'none', true)`.execute(within)
    const result = await run()
    await sql`select set_config('role', ${role}, true)`.execute(within)
    return result
  }

  const queueWithRole = <T>(queue: JobQueue<T>): JobQueue<T> => ({
    ...queue,
    add: (payload, options) => asPortal(options?.within, () => queue.add(payload, options)),
    addAll: (added, options) => asPortal(options?.within, () => queue.addAll(added, options)),
  })

  return {
    jobs: { define: job => queueWithRole(jobs.define(job)) } satisfies Jobs,
    events: {
      ...events,
      publish: (event, payload, options) => asPortal(options?.within, () => events.publish(event, payload, options)),
    } satisfies Events,
  }
}

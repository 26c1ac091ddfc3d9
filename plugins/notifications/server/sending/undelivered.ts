import type { OutgoingStore } from './outgoing-store.ts'

const days = 7
const shownAsProblems = 10

export type Undelivered = ReturnType<typeof createUndelivered>

/** What did not arrive in the last days, and where nobody knows, newest first. */
export function createUndelivered(store: Pick<OutgoingStore, 'undelivered'>) {
  const read = (limit: number) => store.undelivered(new Date(Date.now() - days * 86_400_000), limit)
  return {
    async list(limit: number) {
      const { count, items } = await read(limit)
      return {
        totalCount: count,
        items: items.map(({ error, changed, ...item }) => ({ ...item, error: error ?? '', changed: changed.toISOString() })),
      }
    },
    /** For the system page. */
    async problem() {
      const { count, items } = await read(shownAsProblems)
      return {
        title: `Notifications that did not reach their recipients in the last ${days} days`,
        count,
        items: items.map(({ channel, recipient, state, error }) => ({
          subject: `${channel} to ${recipient} (${state})`,
          message: error ?? '',
        })),
      }
    },
  }
}

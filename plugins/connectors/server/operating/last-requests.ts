import type { SentRequest } from '@portico/connectors/common'

const kept = 30

/** The last requests of each target that this server has sent. */
export function createLastRequests() {
  const byTarget = new Map<string, SentRequest[]>()
  const keyOf = (connector: string, target: string) => `${connector}\n${target}`
  return {
    record(connector: string, sent: SentRequest): void {
      const key = keyOf(connector, sent.target)
      byTarget.set(key, [sent, ...(byTarget.get(key) ?? [])].slice(0, kept))
    },
    of: (connector: string, target: string): readonly SentRequest[] => byTarget.get(keyOf(connector, target)) ?? [],
  }
}

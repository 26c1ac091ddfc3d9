import type { ServerResponse } from 'node:http'

/** The responses that are not finished yet. Those that a handler works on are awaited when the server stops. */
export function createOpenResponses() {
  const open = new Set<ServerResponse>()
  const working = new Set<ServerResponse>()
  let waiting: (() => void)[] = []

  function remove(response: ServerResponse): void {
    open.delete(response)
    working.delete(response)
    if (waiting.length === 0) return
    const checks = waiting
    waiting = []
    for (const check of checks) check()
  }

  function isEmpty(replies: ReadonlySet<ServerResponse>): Promise<void> {
    return new Promise(resolve => {
      const check = () => void (replies.size === 0 ? resolve() : waiting.push(check))
      // In a later tick: a request that has just been accepted is not counted yet.
      setImmediate(check)
    })
  }

  return {
    add(response: ServerResponse): void {
      open.add(response)
      response.once('close', () => remove(response))
    },
    /** From now on a handler works on the response. */
    work: (response: ServerResponse) => void working.add(response),
    /** Ends event streams, and closes each connection after its current reply. */
    drain(): void {
      for (const response of working) {
        // A stream of events: the client reconnects, to another server if there is one.
        if (isEventStream(response)) response.destroy()
        else if (!response.headersSent) response.setHeader('connection', 'close')
      }
    },
    handled: () => isEmpty(working),
    closed: () => isEmpty(open),
  }
}

function isEventStream(response: ServerResponse): boolean {
  return String(response.getHeader('content-type') ?? '').startsWith('text/event-stream')
}

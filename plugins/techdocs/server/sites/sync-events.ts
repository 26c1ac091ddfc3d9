type SyncEvent =
  | { readonly event: 'log'; readonly data: string }
  | { readonly event: 'finish'; readonly data: { readonly updated: boolean } }
  | { readonly event: 'error'; readonly data: string }

/** Tells how a preparation goes: lines of its log, then how it ended. */
export async function* syncEvents(sync: (onLog: (line: string) => void) => Promise<boolean>): AsyncGenerator<SyncEvent> {
  const lines: string[] = []
  let wake = Promise.withResolvers<void>()
  let isDone = false
  const result = sync(line => {
    lines.push(line)
    wake.resolve()
  }).finally(() => {
    isDone = true
    wake.resolve()
  })
  result.catch(() => undefined)
  for (;;) {
    while (lines.length > 0) yield { event: 'log', data: lines.shift()! }
    if (isDone) break
    await wake.promise
    wake = Promise.withResolvers<void>()
  }
  try {
    yield { event: 'finish', data: { updated: await result } }
  } catch (error) {
    yield { event: 'error', data: error instanceof Error ? error.message : String(error) }
  }
}

export interface Supervised {
  /** What the work threw, if it did. */
  readonly error?: unknown
  /** Set when the work did not end in time after the abort; it resolves when it does. */
  readonly lingering?: Promise<void>
}

/** Runs abortable work. Once its signal aborts, it is waited for only for the given time. */
export async function supervise(run: () => void | Promise<void>, signal: AbortSignal, graceMs: number): Promise<Supervised> {
  const work = new Promise<void>(resolve => resolve(run())).then(
    () => ({}),
    (error: unknown) => ({ error }),
  )
  const { promise: overdue, resolve } = Promise.withResolvers<'overdue'>()
  let timer: NodeJS.Timeout | undefined
  const onAbort = (): void => void (timer = setTimeout(resolve, graceMs, 'overdue'))
  if (signal.aborted) onAbort()
  else signal.addEventListener('abort', onAbort, { once: true })
  const first = await Promise.race([work, overdue])
  signal.removeEventListener('abort', onAbort)
  clearTimeout(timer)
  return first === 'overdue' ? { lingering: work.then(() => {}) } : first
}

/** An error in one line that is kept in the database. */
export function errorText(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  // PostgreSQL cannot keep a NUL in a text.
  return text.replaceAll('\0', '').slice(0, 4000)
}

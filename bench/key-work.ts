/** One entry of a trace of Chromium; times are in microseconds. */
interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  readonly ts: number
  readonly dur?: number
  readonly args?: { readonly data?: { readonly type?: string } }
}

/**
 * What each key costs the main thread of a page, in milliseconds, by a trace of Chromium: all tasks from the one in which it is pressed to
 * the one that paints it. Waiting for the screen's next frame is no work and is not counted.
 */
export function keyWork(trace: Buffer): number[] {
  const { traceEvents } = JSON.parse(trace.toString()) as { readonly traceEvents: readonly TraceEvent[] }
  const first = traceEvents.find(isKey)
  const thread = traceEvents
    .filter(({ ph, pid, tid }) => ph === 'X' && pid === first?.pid && tid === first.tid)
    .toSorted((one, other) => one.ts - other.ts)
  const tasks = thread.filter(({ name }) => name === 'RunTask')
  const paints = thread.filter(({ name }) => name === 'Paint')
  return thread.filter(isKey).flatMap(key => {
    const paint = paints.find(({ ts }) => ts > key.ts)
    if (!paint) return []
    const counted = tasks.filter(({ ts, dur = 0 }) => ts + dur > key.ts && ts <= paint.ts)
    return [counted.reduce((total, { dur = 0 }) => total + dur, 0) / 1e3]
  })
}

function isKey({ name, args }: TraceEvent): boolean {
  return name === 'EventDispatch' && args?.data?.type === 'keydown'
}

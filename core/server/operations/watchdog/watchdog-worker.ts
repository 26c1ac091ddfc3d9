import { writeSync } from 'node:fs'
import { workerData } from 'node:worker_threads'
import { toPrettyLine } from '../pretty-line.ts'
import { worksIn, type CurrentWork } from './current-work.ts'
import { pauseMain } from './pause-main.ts'
import { workText, writeStall, type Stall } from './stall.ts'
import type { WatchdogData } from './watchdog.ts'

const maxInFlight = 20

watch(workerData as WatchdogData)

function watch(data: WatchdogData): void {
  const { timeoutMs, heartbeat } = data
  const beats = new Int32Array(heartbeat)
  const tickMs = Math.min(500, timeoutMs / 10)
  let seen = 0
  let stuckMs = 0
  let tickedAt = performance.now()
  const timer = setInterval(() => {
    const now = performance.now()
    // A machine that slept, or a process that was stopped, has not let this thread run either: such a time counts as two ticks.
    const passedMs = Math.min(now - tickedAt, 2 * tickMs)
    tickedAt = now
    const beat = Atomics.load(beats, 0)
    const isDebugged = Atomics.load(beats, 1) === 1
    stuckMs = beat === seen && !isDebugged ? stuckMs + passedMs : 0
    seen = beat
    if (stuckMs < timeoutMs) return
    clearInterval(timer)
    void end(data, stuckMs)
  }, tickMs)
}

/** Says what blocks the main thread, leaves a record for the next start, and ends the process: nothing else can stop the code that runs. */
async function end(data: WatchdogData, stuckMs: number): Promise<void> {
  const inFlight = worksIn(data.works)
  const { work, stack } = await pauseMain()
  const stall: Stall = {
    at: new Date().toISOString(),
    seconds: Math.round(stuckMs / 1000),
    ...(work && { work }),
    inFlight: inFlight.filter(each => !isSame(each, work)).slice(0, maxInFlight),
    ...(stack !== undefined && { stack }),
  }
  try {
    tell(stall, data)
    writeStall(data.file, stall)
  } finally {
    process.kill(process.pid, 'SIGKILL')
  }
}

function isSame(one: CurrentWork, other: CurrentWork | undefined): boolean {
  return other !== undefined && one.kind === other.kind && one.id === other.id
}

/** The log of the main thread cannot write. */
function tell(stall: Stall, { format, colour }: WatchdogData): void {
  const { at, seconds, work, inFlight, stack } = stall
  const message = `the server was stuck for ${seconds} s in ${workText(stall)}; the process is ended`
  const error = stack === undefined ? undefined : { name: 'Stall', message, stack: `Stall: ${message}\n${stack}` }
  const line = JSON.stringify({ level: 'error', time: at, message, seconds, work, inFlight, error })
  writeSync(1, format === 'pretty' ? toPrettyLine(line, { colour, stacks: true }) : `${line}\n`)
}

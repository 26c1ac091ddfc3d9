import path from 'node:path'
import { stallFile, workText, type Stall } from '../operations/watchdog/stall.ts'
import { takeStall } from '../operations/watchdog/take-stall.ts'
import { startWatchdog } from '../operations/watchdog/watchdog.ts'
import type { Foundation } from './foundation.ts'
import type { Inspection } from './inspection.ts'
import type { CoreServices } from './services.ts'

/** Says what blocked the process before this one, keeps it from beginning at once again, and watches this process. Returns what stops that. */
export async function guardAgainstStalls(
  { core, folder, log, logFormat }: Foundation,
  { services, inspection, isOn }: { readonly services: CoreServices; readonly inspection: Inspection; readonly isOn: boolean },
): Promise<() => Promise<void>> {
  const timeoutMs = core.backend.watchdog.timeout
  if (!isOn || timeoutMs === false) return async () => {}
  const file = stallFile(path.resolve(folder, core.backend.dataFolder))
  const stall = takeStall(file)
  if (stall) {
    log.error({ stall }, `the process before this one was ended: it was stuck for ${stall.seconds} s in ${workText(stall)}`)
    inspection.reportProblems('core', async () => toProblem(stall))
    await holdBack(stall, services).catch((error: unknown) => log.warn({ error }, 'what blocked the last process could not be held back'))
  }
  return startWatchdog({ timeoutMs, file, format: logFormat, log })
}

async function holdBack({ work, inFlight, seconds }: Stall, { jobs, scheduler }: CoreServices): Promise<void> {
  const reason = `It blocked its server for ${seconds} s, which ended the process`
  const culprit = work ?? inFlight[0]
  if (culprit?.kind === 'job') await jobs.blocked(culprit.id, reason)
  if (culprit?.kind === 'scheduled task') await scheduler.blocked(culprit.name, culprit.id, reason)
}

function toProblem(stall: Stall) {
  const { at, seconds } = stall
  return {
    title: 'The process before this one was stuck',
    count: 1,
    items: [{ subject: at, message: `It was ended after ${seconds} s in ${workText(stall)}` }],
  }
}

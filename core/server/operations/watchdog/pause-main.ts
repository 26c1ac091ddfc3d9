import type { Debugger, Runtime } from 'node:inspector'
import { toSourceStack } from '../source-stack.ts'
import type { CurrentWork } from './current-work.ts'

/** The name by which the code that is paused finds the current work. */
export const workProbe = 'portico.currentWork'

const waitMs = 2000
const maxFrames = 20

interface Found {
  readonly work?: CurrentWork
  readonly stack?: string
}

/**
 * Pauses the main thread by the debugger, and reads what it is doing. Empty when it does not get there in time: native code, such as a regular
 * expression, cannot be paused.
 */
export async function pauseMain(): Promise<Found> {
  // Loaded only now: a server that never gets stuck never needs it.
  const { Session } = await import('node:inspector')
  const session = new Session()
  // A frame names only the id of its script.
  const files = new Map<string, string>()
  session.on('Debugger.scriptParsed', ({ params }) => void files.set(params.scriptId, params.url))
  const found = new Promise<Found>(resolve => {
    session.once('Debugger.paused', ({ params }) => {
      const stack = stackOf(params.callFrames, files)
      const callFrameId = params.callFrames[0]?.callFrameId ?? ''
      const expression = `JSON.stringify(globalThis[Symbol.for('${workProbe}')]?.())`
      session.post('Debugger.evaluateOnCallFrame', { callFrameId, expression, returnByValue: true }, (_error, answer) =>
        resolve({ ...toWork(answer?.result), stack }),
      )
    })
  })
  const tooLate = new Promise<Found>(resolve => void setTimeout(resolve, waitMs, {}))
  try {
    session.connectToMainThread()
    session.post('Debugger.enable')
    session.post('Debugger.pause')
    return await Promise.race([found, tooLate])
  } catch {
    return {}
  }
}

function toWork(result: Runtime.RemoteObject | undefined): Pick<Found, 'work'> {
  return typeof result?.value === 'string' ? { work: JSON.parse(result.value) as CurrentWork } : {}
}

function stackOf(frames: readonly Debugger.CallFrame[], files: ReadonlyMap<string, string>): string {
  const lines = frames.slice(0, maxFrames).map(({ functionName, location: { scriptId, lineNumber, columnNumber = 0 } }) => {
    const place = `${files.get(scriptId) ?? '<unknown>'}:${lineNumber + 1}:${columnNumber + 1}`
    return `    at ${functionName || '<anonymous>'} (${place})`
  })
  return toSourceStack(lines.join('\n'))
}

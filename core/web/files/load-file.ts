import { pause } from '../pause.ts'

const backoffMs = [250, 1000, 2500]
/** What Chromium, Firefox, WebKit and the build say of a file that did not come. Code that fails while it runs is another matter. */
const lost = /dynamically imported module|importing a module script failed|unable to preload css/i

/** What is done about a file that did not come, before it is requested again. It does not return if the page is left. */
export type OnLostFile = (isLastTry: boolean) => Promise<void>

let onLost: OnLostFile = async () => {}

/** Set once, by the page that is opened. */
export function setOnLostFile(handler: OnLostFile): void {
  onLost = handler
}

/** Imports a file, with retries. The build writes it around every `import()` of the portal's own code. */
export async function loadFile<T>(load: () => Promise<T>): Promise<T> {
  for (const [index, delayMs] of [0, ...backoffMs].entries()) {
    if (delayMs > 0) await pause(delayMs, new AbortController().signal)
    try {
      return await load()
    } catch (error) {
      const isLastTry = index === backoffMs.length
      if (!(error instanceof Error) || !lost.test(error.message)) throw error
      await onLost(isLastTry)
      if (isLastTry) throw error
    }
  }
  throw new Error('unreachable')
}

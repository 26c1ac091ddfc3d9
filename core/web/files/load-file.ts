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

let isPreload = false

/** Requests a file that may be needed soon. If it does not come, nothing is done about it: that is for when it is needed. */
export function preloadFile(load: () => Promise<unknown>): void {
  isPreload = true
  try {
    load().catch(() => undefined)
  } finally {
    isPreload = false
  }
}

/** Imports a file, with retries. The build writes it around every `import()` of the portal's own code. */
export async function loadFile<T>(load: () => Promise<T>): Promise<T> {
  const delaysMs = isPreload ? [] : backoffMs
  for (const delayMs of delaysMs) {
    try {
      return await load()
    } catch (error) {
      if (!isLost(error)) throw error
      await onLost(false)
      await pause(delayMs, never)
    }
  }
  try {
    return await load()
  } catch (error) {
    if (delaysMs.length > 0 && isLost(error)) await onLost(true)
    throw error
  }
}

const never = new AbortController().signal

function isLost(error: unknown): boolean {
  return error instanceof Error && lost.test(error.message)
}

import { createMemoryStorage } from '../storage/browser-storage.ts'
import type { LoginSurroundings } from './oauth.ts'

const lockWaitMs = 10_000

/** The real browser around the portal. */
export function browserSurroundings(view: Window): LoginSurroundings {
  return {
    host: view,
    tabStorage: tabStorage(view),
    leaveTo: url => view.location.assign(url),
    reload: () => view.location.reload(),
    pageUrl: () => view.location.href,
    exclusive: createExclusive(view.navigator.locks),
  }
}

function tabStorage(view: Window): Storage {
  try {
    return view.sessionStorage
  } catch {
    return createMemoryStorage()
  }
}

/** One tab at a time. A tab that does not let go is not waited for longer than a while: then two at once are better than none. */
export function createExclusive(locks: Pick<LockManager, 'request'> | undefined): LoginSurroundings['exclusive'] {
  return async (name, run) => {
    // Browsers offer locks to secure pages only.
    if (!locks) return run()
    let begun = false
    try {
      return await locks.request(name, { signal: AbortSignal.timeout(lockWaitMs) }, () => {
        begun = true
        return run()
      })
    } catch (error) {
      if (begun) throw error
      return run()
    }
  }
}

import { createMemoryStorage } from '../storage/browser-storage.ts'

/** The part of a window that a login needs. */
export type PopupHost = Pick<
  Window,
  'open' | 'addEventListener' | 'removeEventListener' | 'screenX' | 'screenY' | 'outerWidth' | 'outerHeight'
> & {
  readonly location: Pick<Location, 'origin'>
}

/** The parts of the browser that logins need. */
export interface LoginEnvironment {
  readonly host: PopupHost
  /** The session storage of this tab. */
  readonly tabStorage: Storage
  readonly reload: () => void
  /** Leaves this page for another. */
  readonly leaveTo: (url: string) => void
  /** The page that is open now. */
  readonly pageUrl: () => string
  /** Runs something in one tab at a time. */
  readonly exclusive: <T>(name: string, run: () => Promise<T>) => Promise<T>
}

const lockWaitMs = 10_000

/** The real browser around the portal. */
export function browserLoginEnvironment(view: Window): LoginEnvironment {
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

/** One tab at a time, by a lock. After a timeout it runs anyway: two at once are better than none. */
export function createExclusive(locks: Pick<LockManager, 'request'> | undefined): LoginEnvironment['exclusive'] {
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

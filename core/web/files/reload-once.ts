import type { UpdateWatch } from '../shell/notices/update-watch.ts'
import type { OnLostFile } from './load-file.ts'

export interface ReloadOnceOptions {
  readonly updates: Pick<UpdateWatch, 'servedScript' | 'ownScript'>
  /** Of this tab. */
  readonly storage: Pick<Storage, 'getItem' | 'setItem'>
  /** Whether a reload would lose what somebody has typed. */
  readonly hasTyped: () => boolean
  /** Leaves the page: to where the user is going, or to the same address. */
  readonly reload: () => void
}

const key = 'portico:reloaded-for'

/**
 * Loads the page anew when a file is lost: at once if the server has another build, whose files have other names, and after the last try in any case.
 * Once for each build, so that a page cannot load for ever; and never while the server cannot be reached, which would take away the page that is there.
 */
export function createReloadOnce({ updates, storage, hasTyped, reload }: ReloadOnceOptions): OnLostFile {
  return async isLastTry => {
    const script = await updates.servedScript()
    if (script === undefined || (script === updates.ownScript && !isLastTry)) return
    if (storage.getItem(key) === script || hasTyped()) return
    storage.setItem(key, script)
    reload()
    await new Promise(() => {})
  }
}

/** Whether somebody has typed on the page that is open. */
export function watchTyping(view: Pick<Window, 'addEventListener' | 'location'>): () => boolean {
  let typedAt: string | undefined
  view.addEventListener('input', () => void (typedAt = view.location.pathname), { capture: true, passive: true })
  return () => typedAt === view.location.pathname
}

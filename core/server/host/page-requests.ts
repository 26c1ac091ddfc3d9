import type { Logger } from '../operations/log.ts'

/** Called when the HTML of a page is requested, by anybody: what it does must be cheap and the same for all. */
export type OnPageRequest = (path: string, listener: () => void) => void

export type PageRequests = ReturnType<typeof createPageRequests>

/** Tells plugins that a browser is about to open one of their pages, while it still loads the code. */
export function createPageRequests(log: Logger) {
  const listeners: { readonly path: string; readonly listener: () => void }[] = []
  return {
    on: ((path, listener) => void listeners.push({ path, listener })) satisfies OnPageRequest,
    /** @param pathname below the path of `app.baseUrl` */
    requested(pathname: string): void {
      for (const { path, listener } of listeners) {
        if (pathname !== path && !pathname.startsWith(`${path}/`)) continue
        try {
          listener()
        } catch (error) {
          log.warn({ error, path }, 'what a page needs could not be opened early')
        }
      }
    },
  }
}

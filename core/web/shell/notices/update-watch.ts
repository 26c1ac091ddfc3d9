import { createObservable } from '../../observable.ts'

export interface UpdateWatchOptions {
  /** The text of the page as the server gives it now. */
  readonly readPage: () => Promise<string>
  /** The script that this page was started with, as written in it. */
  readonly ownScript: string
  readonly intervalMs?: number
}

/** Checks periodically whether the server has another build than the one that runs here. */
export function createUpdateWatch({ readPage, ownScript, intervalMs = 5 * 60_000 }: UpdateWatchOptions) {
  const available = createObservable(false)

  /** The script that the page has now; undefined while the server cannot be reached. */
  async function servedScript(): Promise<string | undefined> {
    try {
      return scriptOf(await readPage())
    } catch {
      return undefined
    }
  }

  async function check(): Promise<void> {
    const script = await servedScript()
    if (script !== undefined && script !== ownScript) available.set(true)
  }

  return {
    available,
    ownScript,
    servedScript,
    check,
    /** Checks periodically, and whenever the tab becomes visible, until stopped. */
    start(page: Document): () => void {
      const timer = setInterval(() => void check(), intervalMs)
      const onReturn = () => void (page.visibilityState === 'visible' && check())
      page.addEventListener('visibilitychange', onReturn)
      return () => {
        clearInterval(timer)
        page.removeEventListener('visibilitychange', onReturn)
      }
    },
  }
}

export type UpdateWatch = ReturnType<typeof createUpdateWatch>

/** The address of the page's main script, whose name changes with every build. */
export function scriptOf(html: string): string | undefined {
  const [tag] = /<script\b[^>]*\btype="module"[^>]*>/.exec(html) ?? []
  return tag && /\bsrc="([^"]+)"/.exec(tag)?.[1]
}

/** Watches the page that is open. */
export function watchThisPage(page: Document): UpdateWatch {
  return createUpdateWatch({
    ownScript: scriptOf(page.documentElement.outerHTML) ?? '',
    readPage: async () => (await window.fetch(page.baseURI, { cache: 'no-store', headers: { accept: 'text/html' } })).text(),
  })
}

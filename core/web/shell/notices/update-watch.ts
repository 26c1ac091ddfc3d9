import { outsidePluginsType } from '@portico/core/common'
import { createObservable } from '../../observable.ts'

export interface UpdateWatchOptions {
  /** The text of the page as the server gives it now. */
  readonly readPage: () => Promise<string>
  /** What this page was started with: its script, and its plugins from outside. */
  readonly ownScript: string
  readonly intervalMs?: number
}

/** What is new: another build of the portal, or other plugins from outside. */
export type Update = 'portal' | 'plugins'

/** Checks periodically whether the server has another build than the one that runs here, or other plugins. */
export function createUpdateWatch({ readPage, ownScript, intervalMs = 5 * 60_000 }: UpdateWatchOptions) {
  const available = createObservable<Update | undefined>(undefined)

  /** What the page consists of now; undefined while the server cannot be reached. */
  async function servedScript(): Promise<string | undefined> {
    try {
      return scriptOf(await readPage())
    } catch {
      return undefined
    }
  }

  async function check(): Promise<void> {
    const script = await servedScript()
    if (script === undefined || script === ownScript) return
    available.set(addressOf(script) === addressOf(ownScript) ? 'plugins' : 'portal')
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

/** What a page consists of: the address of its main script, whose name changes with every build, and its list of plugins from outside. */
export function scriptOf(html: string): string | undefined {
  const [tag] = /<script\b[^>]*\btype="module"[^>]*>/.exec(html) ?? []
  const address = tag && /\bsrc="([^"]+)"/.exec(tag)?.[1]
  const [list] = pluginList.exec(html) ?? []
  return address && `${address}${list ?? ''}`
}

const pluginList = new RegExp(`<script type="${outsidePluginsType}">[^<]*`)

const addressOf = (script: string) => script.replace(pluginList, '')

/** Watches the page that is open. */
export function watchThisPage(page: Document): UpdateWatch {
  return createUpdateWatch({
    ownScript: scriptOf(page.documentElement.outerHTML) ?? '',
    readPage: async () => (await window.fetch(page.baseURI, { cache: 'no-store', headers: { accept: 'text/html' } })).text(),
  })
}

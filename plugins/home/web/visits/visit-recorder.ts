import { appSection } from '@portico/core/common'
import type { BrowserConfig, SignedInIdentity, UserStorage } from '@portico/core/web'
import { homeSection } from '@portico/home/common'
import { createVisitLog } from './visit-log.ts'
import { visitLimits } from './visit.ts'

const settleMs = 300

interface RecorderOptions {
  readonly storage: UserStorage
  readonly identity: Pick<SignedInIdentity, 'getIdentity'>
  readonly config: Pick<BrowserConfig, 'section'>
  readonly onError: (error: unknown) => void
}

/** Records the pages that the user opens, under their titles. */
export function createVisitRecorder({ storage, identity, config, onError }: RecorderOptions) {
  const appTitle = config.section(appSection).title
  const suffix = ` | ${appTitle}`
  const { limit } = config.section(homeSection).visits
  let queue = Promise.resolve()
  let timer: ReturnType<typeof setTimeout> | undefined
  let last: { readonly log: ReturnType<typeof createVisitLog>; readonly user: string; readonly pathname: string; name: string } | undefined

  function toName(title: string, pathname: string): string {
    const whole = title.endsWith(suffix) ? title.slice(0, -suffix.length) : title
    // How much is unread when a page is opened is no part of its name.
    const name = whole.replace(/^\((\d{1,2}|99\+)\) /, '')
    // Until a page has said its title, the document has that of the portal.
    return ((name !== appTitle && name.trim()) || pathname).slice(0, visitLimits.nameLength)
  }

  /** One after the other: each needs what the one before has stored. */
  function run(work: () => Promise<void>): void {
    queue = queue.then(work).catch(onError)
  }

  /** The title of the next page comes before its address is told: a title counts once it has settled. */
  function awaitTitle(): void {
    clearTimeout(timer)
    timer = setTimeout(() => {
      if (!last) return
      const { log, pathname } = last
      const name = toName(document.title, pathname)
      if (name === last.name) return
      last.name = name
      run(() => log.rename(pathname, name))
    }, settleMs)
  }

  new MutationObserver(awaitTitle).observe(document.head, { childList: true, subtree: true, characterData: true })

  return {
    /** An address, as it was opened, and the title that the page had then. */
    visit(address: string, title: string): void {
      const pathname = address.replace(/[?#].*$/s, '')
      const { userEntityRef: user } = identity.getIdentity()
      if ((pathname === last?.pathname && user === last.user) || pathname.length > visitLimits.pathLength) return
      const log = createVisitLog(storage, user)
      const name = toName(title, pathname)
      last = { log, user, pathname, name }
      awaitTitle()
      run(() => log.record({ pathname, name, limit, now: Date.now(), newId: () => crypto.randomUUID() }))
    },
  }
}

export type VisitRecorder = ReturnType<typeof createVisitRecorder>

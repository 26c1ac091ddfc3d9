import type { Logger } from '@portico/core/server'
import { principalName } from '@portico/core/server'
import type { LoggedQuery } from '@portico/search/common'
import type { Answered } from '../searching/searching.ts'
import type { QueryLogStore } from './query-log-store.ts'

// What is typed letter by letter is one question: the last of it.
const typingMs = 3000
const maxPending = 1000

interface Last {
  readonly answered: Answered
  readonly timer: NodeJS.Timeout
}

/** Collects what is asked, and writes it now and then. Terms that find a person are not kept, nor who asks. */
export function createQueryLog({ store, log }: { readonly store: QueryLogStore; readonly log: Logger }) {
  const lastOf = new Map<string, Last>()
  let pending = new Map<string, LoggedQuery>()

  function settle({ term, total, tookMs, isPerson }: Answered): void {
    const key = term.trim().toLowerCase().replaceAll('\u0000', '').toWellFormed()
    if (key === '' || isPerson || total === undefined || pending.size >= maxPending) return
    const before = pending.get(key) ?? { term: key, asked: 0, empty: 0, slowestMs: 0 }
    pending.set(key, {
      term: key,
      asked: before.asked + 1,
      empty: before.empty + (total === 0 ? 1 : 0),
      slowestMs: Math.max(before.slowestMs, Math.round(tookMs * 10) / 10),
    })
  }

  async function write(): Promise<void> {
    const written = [...pending.values()]
    pending = new Map()
    try {
      await store.add(written)
      await store.forget()
    } catch (error) {
      log.warn({ error }, 'what was searched for could not be recorded')
    }
  }

  return {
    add(answered: Answered): void {
      const who = principalName(answered.caller)
      const last = lastOf.get(who)
      const isSame = last !== undefined && isContinued(last.answered.term, answered.term)
      if (last) clearTimeout(last.timer)
      if (last && !isSame) settle(last.answered)
      if (lastOf.size > maxPending) lastOf.clear()
      const timer = setTimeout(() => {
        lastOf.delete(who)
        settle(answered)
      }, typingMs)
      timer.unref()
      lastOf.set(who, { answered, timer })
    },
    /** Everything so far, at once. */
    async flush(): Promise<void> {
      for (const { answered, timer } of lastOf.values()) {
        clearTimeout(timer)
        settle(answered)
      }
      lastOf.clear()
      await write()
    },
    write,
  }
}

function isContinued(before: string, now: string): boolean {
  return now.startsWith(before) || before.startsWith(now)
}

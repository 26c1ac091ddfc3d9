import type { DocsNotice } from '@portico/techdocs/common'

/** One site can have a broken link on every line: of each kind enough is listed to act on. */
const maxPerCode = 100
const maxNotices = 500
/** So many notices are told apart; further ones are counted as they come. */
const maxKnown = 50_000

/** How many notices of each kind there are. */
export type NoticeCounts = Readonly<Record<string, number>>

const harm = { error: 0, warning: 1, info: 2 } as const

/** Collects what is wrong, once each: counts all of it, and keeps some of each kind. */
export function createNotices() {
  const byCode = new Map<string, { count: number; readonly kept: DocsNotice[] }>()
  const known = new Set<string>()
  return {
    /** The most harmful first. */
    get items(): DocsNotice[] {
      return [...byCode.values()]
        .flatMap(({ kept }) => kept)
        .sort((one, other) => harm[one.level] - harm[other.level])
        .slice(0, maxNotices)
    },
    /** How many there are of a kind, also those that are not kept. */
    count(matches: (code: string) => boolean): number {
      return [...byCode].reduce((sum, [code, { count }]) => (matches(code) ? sum + count : sum), 0)
    },
    /** How many of each kind are counted and not among the items. */
    get unlisted(): NoticeCounts {
      const listed = new Set(this.items)
      const rest = [...byCode].map(([code, { count, kept }]) => [code, count - kept.filter(each => listed.has(each)).length] as const)
      return Object.fromEntries(rest.filter(([, count]) => count > 0))
    },
    addUnlisted(counts: NoticeCounts): void {
      for (const [code, count] of Object.entries(counts)) {
        const entry = byCode.get(code) ?? { count: 0, kept: [] }
        entry.count += count
        byCode.set(code, entry)
      }
    },
    add(notice: DocsNotice): void {
      const key = JSON.stringify([notice.code, notice.message, notice.file, notice.line])
      if (known.has(key)) return
      if (known.size < maxKnown) known.add(key)
      const entry = byCode.get(notice.code) ?? { count: 0, kept: [] }
      entry.count += 1
      if (entry.kept.length < maxPerCode) entry.kept.push(notice)
      byCode.set(notice.code, entry)
    },
  }
}

export type Notices = ReturnType<typeof createNotices>

import type { DocsNotice } from '@portico/techdocs/common'

/** One site can have a broken link on every line: enough is listed to act on. */
const maxNotices = 500

/** Collects what is wrong, once each. */
export function createNotices() {
  const items: DocsNotice[] = []
  const known = new Set<string>()
  return {
    items,
    add(notice: DocsNotice): void {
      const key = JSON.stringify([notice.code, notice.message, notice.file, notice.line])
      if (items.length >= maxNotices || known.has(key)) return
      known.add(key)
      items.push(notice)
    },
  }
}

export type Notices = ReturnType<typeof createNotices>

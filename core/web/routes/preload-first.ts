import type { FirstRequests } from '@portico/core/common'
import type { Preload } from '../plugin.ts'
import { query } from '../queries.ts'

/** The `preload` of a page that begins with what its plugin declares in its common layer. */
export function preloadFirst(requestsOf: FirstRequests): (page: Preload) => void {
  return ({ prefetch, ...page }) => {
    for (const { route, input } of requestsOf(page)) prefetch(query(route, input as never))
  }
}

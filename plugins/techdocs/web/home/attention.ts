import type { AttentionContext, AttentionItem } from '@portico/core/web'
import { parseEntityRef } from '@portico/catalog/common'
import { loadTitles } from '@portico/catalog/web'
import { techdocsApi, techdocsPaths } from '@portico/techdocs/common'
import { techdocsMessages } from '../messages.ts'

/** Docs of the user's entities that cannot be read, have broken links, or did not change for long. */
export async function findBrokenDocs({ client, ownershipEntityRefs, text }: AttentionContext): Promise<readonly AttentionItem[]> {
  if (ownershipEntityRefs.length === 0) return []
  const { items } = await client.call(techdocsApi.listReports, { query: { owner: [...ownershipEntityRefs] } })
  const titleOf = await loadTitles(
    client,
    items.map(({ entityRef }) => entityRef),
  )
  const words = {
    error: () => text(techdocsMessages.reasonError),
    stale: () => text(techdocsMessages.reasonStale),
    broken: (count: number) => text(techdocsMessages.reasonBroken, { count }),
  }
  return items.map(({ entityRef, reasons, brokenLinks = 0, checkedAt }) => ({
    id: entityRef,
    title: titleOf(entityRef),
    reason: `${text(techdocsMessages.docs)}: ${reasons.map(reason => words[reason](brokenLinks)).join(', ')}`,
    to: techdocsPaths.page(entityRef),
    severity: reasons.includes('error') ? ('error' as const) : ('warning' as const),
    since: checkedAt,
    icon: `kind:${parseEntityRef(entityRef).kind.toLowerCase()}`,
  }))
}

import { entityReadPermission, ownersOf, type Entity } from '@portico/catalog/common'
import type { Catalog } from '@portico/catalog/server'
import type { Permissions, Principal } from '@portico/core/server'
import type { DocsReport } from '@portico/techdocs/common'
import type { ReportStore } from './report-store.ts'

interface Dependencies {
  readonly reports: ReportStore
  readonly catalog: Catalog
  readonly permissions: Permissions
}

type Reason = 'error' | 'broken' | 'stale'

/** Docs that need their owners, of what the caller may read. */
export async function listReports(
  { reports, catalog, permissions }: Dependencies,
  caller: Principal,
  filter: { readonly owners: readonly string[]; readonly staleAfterDays: number },
) {
  const staleBefore = Date.now() - filter.staleAfterDays * 24 * 3_600_000
  const found = (await reports.list())
    .map(report => ({ report, reasons: reasonsOf(report, staleBefore) }))
    .filter(({ reasons }) => reasons.length > 0)
  const entities = await catalog.getEntities(found.map(({ report }) => report.entityRef))
  const decisions = await permissions.authorize(
    caller,
    found.map(({ report }) => ({ permission: entityReadPermission, resourceRef: report.entityRef })),
  )
  const owners = new Set(filter.owners.map(owner => owner.toLowerCase()))
  return found.flatMap(({ report, reasons }, at) => {
    const entity = entities[at]
    if (!entity || decisions[at]?.result !== 'ALLOW' || (owners.size > 0 && !isOwned(entity, owners))) return []
    const { notices: _, ...facts } = report
    return [{ ...facts, reasons }]
  })
}

function reasonsOf({ error, brokenLinks, lastModifiedAt }: DocsReport, staleBefore: number): Reason[] {
  const isStale = lastModifiedAt !== undefined && new Date(lastModifiedAt).getTime() < staleBefore
  return [
    ...(error === undefined ? [] : ['error' as const]),
    ...(brokenLinks !== undefined && brokenLinks > 0 ? ['broken' as const] : []),
    ...(isStale ? ['stale' as const] : []),
  ]
}

function isOwned(entity: Entity, owners: ReadonlySet<string>): boolean {
  return ownersOf(entity).some(ref => owners.has(ref.toLowerCase()))
}

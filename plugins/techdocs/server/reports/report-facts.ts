import type { FactDraft, Facts } from '@portico/connectors/server'
import type { ReportStore } from './report-store.ts'

const drafts: readonly FactDraft[] = [
  { name: 'docs.readable', title: 'Docs can be read', type: 'boolean' },
  { name: 'docs.pages', title: 'Pages of docs', type: 'number' },
  { name: 'docs.broken-links', title: 'Broken links in docs', type: 'number' },
  { name: 'docs.changed', title: 'Docs changed', type: 'date' },
]

/** The store of reports, of which checks and other plugins learn by facts. */
export function withFacts(reports: ReportStore, facts: Facts | undefined): ReportStore {
  const source = facts?.declare('docs', drafts)
  if (!source) return reports
  return {
    ...reports,
    async save(report, etag) {
      await reports.save(report, etag)
      const { entityRef, pages, brokenLinks, lastModifiedAt } = report
      await source.put([
        { entityRef, name: 'docs.readable', value: true },
        { entityRef, name: 'docs.pages', value: pages },
        { entityRef, name: 'docs.broken-links', value: brokenLinks ?? null },
        { entityRef, name: 'docs.changed', value: lastModifiedAt ?? null },
      ])
    },
    async saveError(entityRef, error) {
      await reports.saveError(entityRef, error)
      await source.put([{ entityRef, name: 'docs.readable', value: false }])
    },
    async remove(refs) {
      await reports.remove(refs)
      await source.remove(refs)
    },
  }
}

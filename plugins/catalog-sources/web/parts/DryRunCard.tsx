import type { DryRun, SourceState } from '@portico/catalog-sources/common'
import { useText } from '@portico/core/web'
import { InfoCard, StructuredMetadata } from '@portico/ui'
import { sourceMessages } from '../messages.ts'

/** What a run would change, without having changed it. */
export function DryRunCard({ source, dryRun }: { source: SourceState; dryRun: DryRun }) {
  const text = useText()
  const { run, added, changed, removed } = dryRun
  const skipped = run.skipped.map(each => text(sourceMessages.leftOut, { ...each }))
  const counts = text(sourceMessages.counts, {
    found: run.found,
    added: run.added,
    changed: run.changed,
    removed: run.removed,
    skipped: run.skippedCount,
  })
  const isSame = run.added + run.changed + run.removed === 0
  return (
    <InfoCard title={text(sourceMessages.wouldChange, { source: source.title })}>
      <p>{isSame ? text(sourceMessages.nothing) : counts}</p>
      {run.error !== undefined && <p>{run.error}</p>}
      <StructuredMetadata
        facts={{
          [text(sourceMessages.added)]: listed(added),
          [text(sourceMessages.changed)]: listed(changed),
          [text(sourceMessages.removed)]: listed(removed),
          [text(sourceMessages.skipped)]: listed(skipped),
        }}
      />
    </InfoCard>
  )
}

function listed(items: readonly string[]): string[] | undefined {
  return items.length > 0 ? [...items] : undefined
}

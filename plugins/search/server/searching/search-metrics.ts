import type { CoreTelemetry } from '@portico/core/server'
import type { Answered } from './searching.ts'

/** What is measured: queries and how long they take, and documents by type. */
export function createSearchMetrics(
  meter: CoreTelemetry['meter'],
  sizes: () => Promise<readonly { readonly type: string; readonly documents: number }[]>,
) {
  const asked = meter.createHistogram('search.query.duration', {
    description: 'How long queries take',
    unit: 's',
    advice: { explicitBucketBoundaries: [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 1, 5] },
  })
  const empty = meter.createCounter('search.query.empty', { description: 'Questions that found nothing' })
  meter.createObservableGauge('search.documents', { description: 'Documents that can be found, by type' }).addCallback(async observer => {
    for (const { type, documents } of await sizes()) observer.observe(documents, { type })
  })
  return {
    answered({ total, tookMs }: Answered): void {
      asked.record(tookMs / 1000)
      if (total === 0) empty.add(1)
    },
  }
}

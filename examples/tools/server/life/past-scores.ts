import type { ScorecardsPast } from '@portico/scorecards/server'

/** As in `data/scores.yaml`. */
export interface ScoresData {
  readonly beginning: number
  readonly results: readonly { readonly ref: string; readonly check: string; readonly days: number; readonly was: 'fail' | 'unknown' }[]
  readonly exemptions: readonly {
    readonly ref: string
    readonly check: string
    /** How long it still holds. */
    readonly days: number
    readonly reason: string
    readonly by: string
    readonly approved?: string
  }[]
}

const dayMs = 86_400_000

/** How scores came to be what they are, before the first start. */
export function toPastScores({ beginning, results, exemptions }: ScoresData, now: number): Parameters<ScorecardsPast['bringIn']>[0] {
  const before = (days: number) => new Date(now - days * dayMs)
  return {
    from: before(beginning),
    results: results.map(({ ref, check, days, was }) => ({ entityRef: ref, check, was, until: before(days) })),
    exemptions: exemptions.map(({ ref, check, days, reason, by, approved }) => ({
      entityRef: ref,
      check,
      reason,
      askedBy: by,
      until: before(-days).toISOString().slice(0, 10),
      ...(approved !== undefined && { approvedBy: approved }),
    })),
  }
}

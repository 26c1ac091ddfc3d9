import { durationOf, verdictOf, type Build } from './build.ts'

/** What the builds of a branch say about how it is delivered. */
export interface Delivery {
  readonly succeeded: number
  readonly failed: number
  /** How long a build takes, in seconds: the median. */
  readonly durationSeconds: number | undefined
  /** From a build that failed to the next that ended well, in seconds: the median. */
  readonly restoreSeconds: number | undefined
}

const dayMs = 86_400_000

/** Figures of the builds of a branch that ended within so many days. */
export function toDelivery(
  builds: readonly Pick<Build, 'status' | 'startedAt' | 'stoppedAt'>[],
  { days = 30, now = Date.now() }: { readonly days?: number; readonly now?: number } = {},
): Delivery {
  const ended = builds
    .flatMap(build => ({ ...build, verdict: verdictOf(build.status), endedMs: Date.parse(build.stoppedAt ?? build.startedAt ?? '') }))
    .filter(({ verdict, endedMs }) => verdict !== 'none' && endedMs > now - days * dayMs)
    .toSorted((one, other) => one.endedMs - other.endedMs)
  const restores: number[] = []
  let brokenMs: number | undefined
  for (const { verdict, endedMs } of ended) {
    if (verdict === 'bad') brokenMs ??= endedMs
    else if (brokenMs !== undefined) {
      restores.push(endedMs - brokenMs)
      brokenMs = undefined
    }
  }
  const succeeded = ended.filter(({ verdict }) => verdict === 'good')
  return {
    succeeded: succeeded.length,
    failed: ended.length - succeeded.length,
    durationSeconds: medianSeconds(succeeded.flatMap(build => durationOf(build) ?? [])),
    restoreSeconds: medianSeconds(restores),
  }
}

function medianSeconds(timesMs: readonly number[]): number | undefined {
  const middle = timesMs.toSorted((one, other) => one - other)[Math.floor(timesMs.length / 2)]
  return middle === undefined ? undefined : Math.round(middle / 1000)
}

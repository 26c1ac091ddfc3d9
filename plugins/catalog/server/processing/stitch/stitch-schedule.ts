import type { StitchRange } from './stitch-store.ts'

/** How often entities are stitched that others relate to, while sources are being read; less often where that takes long. */
export interface StitchIntervals {
  /** Those that were there before. */
  readonly stitchEveryMs?: number
  /** Those that came in this reading; the rest of them is stitched when it ends. */
  readonly stitchNewEveryMs?: number
}

interface StitchScheduleOptions extends StitchIntervals {
  /** Stitches so many; returns the highest number, undefined when there was none. */
  readonly stitch: (max: number, range: StitchRange) => Promise<number | undefined>
  readonly batchSize: number
  readonly isStopping: () => boolean
  readonly now?: () => number
}

// How long is read after stitching, in relation to how long that took.
const readingShare = 4
const readingShareOfNew = 19

/**
 * Says when entities are stitched that others relate to. Those that came in a reading wait for its end, when all that relates to them is
 * there: each is then stitched once. Those that were there before, and what came in a very long reading, have a turn now and then.
 */
export function createStitchSchedule({ stitch, batchSize, isStopping, now = Date.now, ...intervals }: StitchScheduleOptions) {
  const { stitchEveryMs = 45_000, stitchNewEveryMs = 600_000 } = intervals
  const turns = createTurns(stitchEveryMs, readingShare, now)
  const turnsOfNew = createTurns(stitchNewEveryMs, readingShareOfNew, now)

  /** Goes once through what waits. Returns whether anything did. */
  async function sweep(includesDeferred: boolean): Promise<boolean> {
    let hasFound = false
    for (let after = 0; !isStopping();) {
      const last = await stitch(batchSize, { after, includesDeferred })
      if (last === undefined) break
      after = last
      hasFound = true
    }
    return hasFound
  }

  async function stitchWaiting(includesDeferred: boolean): Promise<void> {
    while (!isStopping() && (await sweep(includesDeferred)));
  }

  const all = () => turns.run(() => turnsOfNew.run(() => stitchWaiting(true)))

  return {
    /** A reading begins. */
    begin: turnsOfNew.restart,
    /** Between two batches of a reading. */
    async meanwhile(): Promise<void> {
      if (turnsOfNew.isDue()) await all()
      else if (turns.isDue()) await turns.run(() => stitchWaiting(false))
    },
    /** Everything that waits. */
    all,
  }
}

/**
 * Each turn takes longer the larger the catalog has become, so the pause after it grows too: stitching takes a fixed share of the time at
 * most, and the whole of it grows with the number of entities and not faster.
 */
function createTurns(minPauseMs: number, share: number, now: () => number) {
  let endedAt = now()
  let tookMs = 0

  return {
    isDue: (): boolean => now() - endedAt > Math.max(minPauseMs, tookMs * share),
    restart(): void {
      endedAt = now()
      tookMs = 0
    },
    async run(stitchNow: () => Promise<void>): Promise<void> {
      const began = now()
      await stitchNow()
      endedAt = now()
      tookMs = endedAt - began
    },
  }
}

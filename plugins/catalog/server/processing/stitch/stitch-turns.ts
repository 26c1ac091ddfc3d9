/** How long is read after stitching, in relation to how long that took. */
const readingShare = 4

/**
 * Says when others are stitched while sources are still being read. Each turn takes longer the larger the catalog has become, so the pause
 * after it grows too: stitching takes at most a fifth of the time, and the whole of it grows with the number of entities and not faster.
 */
export function createStitchTurns({ minPauseMs, now = Date.now }: { readonly minPauseMs: number; readonly now?: () => number }) {
  let endedAt = now()
  let tookMs = 0

  return {
    isDue: (): boolean => now() - endedAt > Math.max(minPauseMs, tookMs * readingShare),
    async run(stitch: () => Promise<void>): Promise<void> {
      const began = now()
      await stitch()
      endedAt = now()
      tookMs = endedAt - began
    },
  }
}

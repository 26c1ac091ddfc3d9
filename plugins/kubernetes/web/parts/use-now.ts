import { createClock } from '@portico/ui'

/** The time, which moves on twice a minute. */
export const useNow = createClock(30_000)

import type { Timeline, TimelinePart } from '@portico/catalog/common'

/** The moments between which the slider moves: before everything, the end of each part, and now as the last. */
export function stopsOf({ parts }: Timeline): readonly string[] {
  const [first] = parts
  return first ? [first.from, ...parts.map(({ to }) => to)] : []
}

/** The stop that a moment belongs to: the first that is not before it; the last for now. */
export function stopAt(stops: readonly string[], moment: string | undefined): number {
  if (moment === undefined) return stops.length - 1
  const found = stops.findIndex(stop => stop >= moment)
  return found === -1 ? stops.length - 1 : found
}

/** How much happened in a part. */
export function weightOf({ created, updated, deleted }: TimelinePart): number {
  return created + updated + deleted
}

/** The nearest stop in a direction at which something happened; the end of the way where nothing did. Where nobody counts, the next. */
export function nextStop({ parts, isCounted }: Timeline, from: number, step: 1 | -1): number {
  const last = parts.length
  for (let at = from + step; at > 0 && at < last; at += step) {
    if (!isCounted || weightOf(parts[at - 1]!) > 0) return at
  }
  return step === 1 ? last : 0
}

/** The time that the stop of a moment ends: what happened in it is marked. */
export function stepOf(stops: readonly string[], moment: string): { readonly from: string; readonly to: string } | undefined {
  const from = stops[stopAt(stops, moment) - 1]
  return from === undefined ? undefined : { from, to: moment }
}

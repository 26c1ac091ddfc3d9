import { catalogApi, type Timeline, type TimelineMarks } from '@portico/catalog/common'
import { query, useQuery } from '@portico/core/web'
import { stepOf, stopsOf } from './stops.ts'
import { useMoment } from './use-moment.ts'

/** Of what the history is: of a kind, or of one entity. */
export interface TimeScope {
  readonly kind?: string
  readonly entityRef?: string
}

/** What a page that can look at the past needs to know. */
export interface Time {
  readonly moment: ReturnType<typeof useMoment>
  readonly scope: TimeScope
  readonly timeline: Timeline | undefined
  readonly error: Error | undefined
  readonly retry: () => void
  /** What happened in the step that ends at the moment, to what is on the screen. */
  readonly marks: TimelineMarks | undefined
}

const maxRefs = 1000

/** The history of a page, asked for while its bar is open, and what happened to the entities on the screen at the moment that is looked at. */
export function useTime(scope: TimeScope, refs: readonly string[]): Time {
  const moment = useMoment()
  const { asOf, isOpen } = moment
  const {
    data: timeline,
    error,
    refetch,
  } = useQuery({
    ...query(catalogApi.getTimeline, { query: { ...scope } }),
    enabled: isOpen,
    // Stops that move under the pointer would be worse than a history that ends when the bar was opened.
    staleTime: Infinity,
  })
  const step = timeline && asOf !== undefined ? stepOf(stopsOf(timeline), asOf) : undefined
  const body = { from: step?.from ?? '', to: step?.to ?? '', entityRefs: refs.slice(0, maxRefs), ...(scope.kind && { kind: scope.kind }) }
  const { data: marks } = useQuery({
    ...query(catalogApi.listTimelineMarks, { body }),
    enabled: isOpen && step !== undefined,
    placeholderData: previous => previous,
  })
  return {
    moment,
    scope,
    timeline,
    error: error ?? undefined,
    retry: () => void refetch(),
    marks: step === undefined ? undefined : marks,
  }
}

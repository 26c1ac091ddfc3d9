import type { catalogApi } from '@portico/catalog/common'
import type { Handlers } from '@portico/core/server'
import type { TimelineRules } from './timeline.ts'
import type { Entities } from '../reading/entities.ts'

/** The routes by which a moment of the past is chosen, and what happened around it is marked. */
export function timelineRoutes(
  timeline: TimelineRules,
  entities: Entities,
): Pick<Handlers<typeof catalogApi>, 'getTimeline' | 'listTimelineMarks'> {
  return {
    getTimeline: async ({ query, caller }) => timeline.timeline(query, await entities.accessFilter(caller)),
    async listTimelineMarks({ body, caller }) {
      const accessFilter = await entities.accessFilter(caller)
      // Of what a caller cannot read it is not even told that something happened.
      const entityRefs = accessFilter.isFree ? body.entityRefs : await entities.readableAt(caller, body.entityRefs, body.to)
      return timeline.marks({ ...body, entityRefs }, accessFilter)
    },
  }
}

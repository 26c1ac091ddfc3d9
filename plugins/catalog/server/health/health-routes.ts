import type { catalogApi } from '@portico/catalog/common'
import type { Handlers } from '@portico/core/server'
import type { Health } from './health.ts'
import { answerOfState } from '../reading/cached-answer.ts'

/** The routes that say what is wrong in the catalog. */
export function healthRoutes(
  health: Health,
): Pick<Handlers<typeof catalogApi>, 'listHealthProblems' | 'countHealthProblems' | 'refreshHealthProblem'> {
  return {
    listHealthProblems: ({ query, caller }) => health.page(caller, query),
    // Every open portal asks for this now and then.
    countHealthProblems: async ({ query, caller, request }) =>
      answerOfState(`${await health.state(caller)} ${JSON.stringify(query)}`, request, async () =>
        JSON.stringify(await health.counts(caller, query)),
      ),
    refreshHealthProblem: ({ body, caller }) => health.refresh(caller, body.id),
  }
}

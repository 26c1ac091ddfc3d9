import { get, post } from '@portico/core/common'
import { z } from 'zod'
import { Drift, OriginDetails, StartedUpgrades } from './origin.ts'
import { templateUpgradePermission } from './permissions.ts'
import { JsonObject } from './task.ts'

/** What a template made, followed to its current version. */
export const originRoutes = {
  getOrigin: get('/v2/origins/:originId', {
    access: 'signed-in',
    summary: 'One repository that a template made, with the answers that it was made with',
    reply: OriginDetails,
  }),
  getDrift: get('/v2/origins/:originId/drift', {
    access: 'signed-in',
    summary: 'What an upgrade to the current version of its template would change in a repository',
    reply: Drift,
  }),
  startUpgrades: post('/v2/upgrades', {
    access: { permission: templateUpgradePermission },
    summary: 'Opens pull requests that bring repositories to the current version of their template, each by a task of its own',
    body: z
      .object({
        originIds: z.array(z.string()).min(1).max(500).optional(),
        /** All repositories of a template that are outdated. */
        templateRef: z.string().min(1).optional(),
        /** Answers to what the template asks since. */
        values: JsonObject.optional(),
        secrets: z.record(z.string(), z.string()).optional(),
      })
      .refine(({ originIds, templateRef }) => (originIds === undefined) !== (templateRef === undefined), 'either originIds or templateRef'),
    reply: StartedUpgrades,
    status: 202,
  }),
}

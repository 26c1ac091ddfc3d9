import { defineContract, get, post } from '@portico/core/common'
import { z } from 'zod'
import { BuildDetails, BuildPage, BuildSummary } from './build.ts'
import { readBuildsPermission, restartBuildsPermission } from './permissions.ts'

const read = { permission: readBuildsPermission } as const

/** How many entities one call for summaries may name. */
export const maxSummaries = 100

/** Builds of the systems that the server asks. Those of CircleCI are asked through the proxy by the browser, but for their logs, which are elsewhere. */
export const buildsApi = defineContract('builds', {
  listBuilds: get('/entities/:namespace/:kind/:name/:system/builds', {
    access: read,
    summary: 'Builds of an entity in one system, the newest first',
    query: z.object({
      limit: z.coerce.number().int().min(1).max(100).default(10),
      offset: z.coerce.number().int().min(0).max(10_000).default(0),
      branch: z.string().min(1).max(300).optional(),
    }),
    reply: BuildPage,
  }),
  getBuild: get('/entities/:namespace/:kind/:name/:system/builds/:id', {
    access: read,
    summary: 'A build with its steps',
    reply: BuildDetails,
  }),
  readLog: get('/entities/:namespace/:kind/:name/:system/builds/:id/log', {
    access: read,
    summary: 'The log of an action of a build, as text',
    query: z.object({ action: z.string().min(1).max(300) }),
    raw: true,
  }),
  readCircleOutput: get('/entities/:namespace/:kind/:name/circleci/builds/:id/output', {
    access: read,
    summary: 'What an action of a build of CircleCI wrote, as CircleCI keeps it: a list of objects with a message',
    // Where the action is: its address is never taken from the caller.
    query: z.object({ step: z.coerce.number().int().min(0).max(10_000), action: z.coerce.number().int().min(0).max(10_000) }),
    raw: true,
  }),
  restartBuild: post('/entities/:namespace/:kind/:name/:system/builds/:id/restart', {
    access: { permission: restartBuildsPermission },
    summary: 'Has a build run again',
  }),
  listSummaries: post('/summaries', {
    access: read,
    summary: 'The last builds of entities on their default branch',
    body: z.object({
      entityRefs: z.array(z.string().min(1).max(500)).max(maxSummaries),
      count: z.number().int().min(1).max(30).default(1),
    }),
    reply: z.object({ items: z.array(BuildSummary) }),
    reads: true,
  }),
})

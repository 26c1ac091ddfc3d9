import type { buildsApi } from '@portico/builds/common'
import { bytes, type Handlers } from '@portico/core/server'
import type { Builds } from './builds.ts'
import type { Summaries } from './summaries.ts'
import type { CircleOutput } from './systems/circle-output.ts'

interface RouteDependencies {
  readonly builds: Builds
  readonly output: Pick<CircleOutput, 'read'>
  readonly summaries: Pick<Summaries, 'list'>
}

const logHeaders = {
  'content-type': 'text/plain; charset=utf-8',
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
}

/** The routes of builds, their logs and their summaries. */
export function buildsRoutes({ builds, output, summaries }: RouteDependencies): Handlers<typeof buildsApi> {
  return {
    listBuilds: ({ caller, params, query }) => builds.list(caller, params, query),
    getBuild: ({ caller, params }) => builds.get(caller, params, params.id),
    readLog: async ({ caller, params, query, signal }) =>
      bytes(await builds.readLog(caller, params, params.id, query.action, signal), { headers: logHeaders }),
    async readCircleOutput({ caller, params, query, signal }) {
      const headers = { ...logHeaders, 'content-type': 'application/json; charset=utf-8' }
      return bytes(await output.read(caller, params, params.id, query, signal), { headers })
    },
    restartBuild: ({ caller, params, request }) => builds.restart(caller, params, params.id, request.id),
    listSummaries: async ({ caller, body }) => ({ items: await summaries.list(caller, body.entityRefs, body.count) }),
  }
}

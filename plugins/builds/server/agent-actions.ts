import { buildsApi, verdictOf, type BuildAction, type BuildDetails } from '@portico/builds/common'
import { parseEntityRef } from '@portico/catalog/common'
import { inputError, notFoundError } from '@portico/core/common'
import { defineAction, type ActionContext } from '@portico/core/server'
import { z } from 'zod'

const ref = z.string().min(1).max(500).describe('An entity ref such as component:default/orders')
const system = z.string().min(1).max(50).optional().describe('github, gitlab, jenkins, azure; by default the one that the entity names')
const id = z.string().min(1).max(300).describe('The id of a build')
const reads = { readOnly: true, idempotent: true } as const
const maxLogBytes = 5_000_000

/** What agents can do with builds. */
export const buildActions = [
  defineAction({
    name: 'list-builds',
    title: 'Builds of an entity',
    description: 'The last builds of an entity: status, branch, commit and when, the newest first',
    attributes: reads,
    input: z.object({
      ref,
      system,
      branch: z.string().min(1).max(300).optional(),
      limit: z.int().min(1).max(50).default(10),
      offset: z.int().min(0).max(10_000).default(0),
    }),
    output: z.unknown(),
    run: async ({ input, call }) => {
      const { branch, limit, offset } = input
      const query = { limit, offset, ...(branch !== undefined && { branch }) }
      const where = await placeOf(input, call)
      const { items, total } = await call(buildsApi.listBuilds, { params: where, query })
      return {
        total,
        system: where.system,
        items: items.map(build => ({
          id: build.id,
          number: build.number,
          status: build.status,
          subject: build.subject,
          branch: build.branch,
          revision: build.revision?.slice(0, 12),
          startedAt: build.startedAt,
          stoppedAt: build.stoppedAt,
          url: build.url,
        })),
        ...(offset + items.length < total && { nextOffset: offset + items.length }),
      }
    },
  }),
  defineAction({
    name: 'get-build',
    title: 'A build with its steps',
    description: 'The steps of a build with their statuses, and the ids of the actions whose logs can be read',
    attributes: reads,
    input: z.object({ ref, system, id }),
    output: z.unknown(),
    run: async ({ input, call }) =>
      toShortBuild(await call(buildsApi.getBuild, { params: { ...(await placeOf(input, call)), id: input.id } })),
  }),
  defineAction({
    name: 'read-build-log',
    title: 'Log of a build',
    description:
      'The end of the log of an action of a build: of the one that failed, where none is named. `search` keeps lines that have a text.',
    attributes: reads,
    input: z.object({
      ref,
      system,
      id,
      action: z.string().min(1).max(300).optional().describe('As get-build names it'),
      search: z.string().min(1).max(200).optional(),
      lines: z.int().min(1).max(1000).default(80),
    }),
    output: z.unknown(),
    run: async ({ input, call, callText }) => {
      const params = { ...(await placeOf(input, call)), id: input.id }
      const action = input.action ?? firstFailed(await call(buildsApi.getBuild, { params }))?.id
      if (action === undefined)
        throw notFoundError('No action of this build has failed and has a log. Name one with `action`: get-build lists them')
      const text = await callText(buildsApi.readLog, { params, query: { action } }, { maxBytes: maxLogBytes })
      const all = text.trimEnd().split('\n')
      const { search } = input
      const found = search === undefined ? all : all.filter(line => line.toLowerCase().includes(search.toLowerCase()))
      const shown = found.slice(-input.lines)
      return { action, totalLines: all.length, ...(search !== undefined && { matchingLines: found.length }), log: shown.join('\n') }
    },
  }),
  defineAction({
    name: 'restart-build',
    title: 'Run a build again',
    description: 'Has a build run again at its system',
    scope: 'builds:restart',
    attributes: { destructive: false },
    input: z.object({ ref, system, id }),
    output: z.unknown(),
    run: async ({ input, call }) => {
      await call(buildsApi.restartBuild, { params: { ...(await placeOf(input, call)), id: input.id } })
      return { restarted: input.id, next: 'Call list-builds to see the new run' }
    },
  }),
]

async function placeOf(
  { ref: entity, system: named }: { readonly ref: string; readonly system?: string | undefined },
  call: ActionContext['call'],
) {
  const parts = parseEntityRef(entity)
  if (named !== undefined) return { ...parts, system: named }
  const { items } = await call(buildsApi.listSummaries, { body: { entityRefs: [entity], count: 1 } })
  const found = items[0]
  if (found?.system === undefined)
    throw inputError(found?.error ?? `${entity} names no project of a build system`, { code: 'builds.no-project' })
  return { ...parts, system: found.system }
}

function toShortBuild({ steps, ...build }: BuildDetails): object {
  return {
    id: build.id,
    number: build.number,
    status: build.status,
    subject: build.subject,
    branch: build.branch,
    revision: build.revision,
    startedAt: build.startedAt,
    stoppedAt: build.stoppedAt,
    url: build.url,
    steps: steps.map(({ name, actions }) => ({
      name,
      actions: actions.map(action => ({
        id: action.id,
        ...(action.name !== name && { name: action.name }),
        status: action.status,
        hasLog: action.hasLog,
      })),
    })),
  }
}

function firstFailed({ steps }: BuildDetails): BuildAction | undefined {
  const all = steps.flatMap(({ actions }) => actions).filter(({ hasLog }) => hasLog)
  return all.find(({ status }) => verdictOf(status) === 'bad') ?? all.at(-1)
}

import { isBuildId, isOpen, type BuildDetails, type BuildPage } from '@portico/builds/common'
import { createSemaphore, type Audit, type Principal } from '@portico/core/server'
import type { BuildListRequest, BuildProject, BuildSystem, BuildSystemEntry } from './systems/build-system.ts'
import type { EntityParams, EntityProjects } from './entity-project.ts'
import { buildNotFound, stillRunning, systemNotFound, tooSlow } from './errors.ts'
import { readLogText } from './log-text.ts'
import type { TimedCache } from './timed-cache.ts'

/** Which builds are asked for. */
export interface BuildsOf extends EntityParams {
  readonly system: string
}

interface Dependencies {
  readonly projects: EntityProjects
  readonly systems: ReadonlyMap<string, BuildSystemEntry>
  readonly cache: TimedCache
  readonly audit: Audit
}

interface Found {
  readonly ref: string
  readonly project: BuildProject
  readonly system: BuildSystem
  readonly key: string
}

/** Readers poll more often than hosts like to be asked. */
export const openTtlMs = 3000
const doneTtlMs = 15_000
const timeoutMs = 30_000
/** Each log that is read takes up to twice its limit of memory. */
const maxLogsAtOnce = 4

/** Builds of entities: found by their annotations, for those who may read the entity. */
export function createBuilds({ projects, systems, cache, audit }: Dependencies) {
  const logs = createSemaphore(maxLogsAtOnce)

  async function find(caller: Principal, of: BuildsOf): Promise<Found> {
    const { ref, entity } = await projects.readable(caller, of)
    const entry = systems.get(of.system)
    if (!entry) throw systemNotFound(of.system)
    const project = projects.projectOf(ref, entity, entry.annotation)
    return { ref, project, system: await entry.open(), key: `${of.system}\n${ref}\n${project.value}\n` }
  }

  // What is shared by several callers does not end with the first of them, so their signals are not used.
  async function get(caller: Principal, of: BuildsOf, id: string): Promise<BuildDetails> {
    const { system, project, key } = await find(caller, of)
    if (!isBuildId(id)) throw buildNotFound(id)
    const ttlOf = ({ status }: BuildDetails) => (isOpen(status) ? openTtlMs : doneTtlMs)
    return cache.get(`${key}build\n${id}`, () => inTime(signal => system.getBuild(project, id, signal)), ttlOf)
  }

  return {
    get,
    async list(caller: Principal, of: BuildsOf, request: BuildListRequest): Promise<BuildPage> {
      const { system, project, key } = await find(caller, of)
      const read = () => inTime(signal => system.listBuilds(project, request, signal))
      return cache.get(`${key}list\n${JSON.stringify(request)}`, read, () => openTtlMs)
    },
    async readLog(caller: Principal, of: BuildsOf, id: string, action: string, signal: AbortSignal): Promise<Buffer> {
      const { system, project } = await find(caller, of)
      if (!isBuildId(id)) throw buildNotFound(id)
      const read = async (timed: AbortSignal) => readLogText(await system.readLog(project, id, action, timed))
      // Waiting counts too; and a system that does not mind its signal lets others in all the same.
      return inTime(timed => logs(() => inTime(() => read(timed))), { signal })
    },
    /** Recorded whether it works or not: it may deploy something. */
    async restart(caller: Principal, of: BuildsOf, id: string, requestId: string): Promise<void> {
      const { ref, system, project, key } = await find(caller, of)
      if (!isBuildId(id)) throw buildNotFound(id)
      let result: 'success' | 'failure' = 'failure'
      try {
        await inTime(async signal => {
          const build = await system.getBuild(project, id, signal)
          if (!build.isRestartable) throw stillRunning(build.number)
          await system.restartBuild(project, id, signal)
        })
        result = 'success'
      } finally {
        cache.deleteBelow(key)
        const details = { system: of.system, project: project.value, build: id }
        await audit.record({ caller, action: 'builds.build.restart', subject: ref, result, details, requestId })
      }
    },
  }
}

export type Builds = ReturnType<typeof createBuilds>

/** A host that does not answer costs its reader half a minute, and not more. */
export async function inTime<T>(run: (signal: AbortSignal) => Promise<T>, given: { signal?: AbortSignal; ms?: number } = {}): Promise<T> {
  const { ms = timeoutMs } = given
  const timeout = AbortSignal.timeout(ms)
  const { promise, reject } = Promise.withResolvers<never>()
  const end = () => reject(tooSlow(ms / 1000))
  timeout.addEventListener('abort', end, { once: true })
  try {
    return await Promise.race([run(given.signal ? AbortSignal.any([given.signal, timeout]) : timeout), promise])
  } finally {
    timeout.removeEventListener('abort', end)
  }
}

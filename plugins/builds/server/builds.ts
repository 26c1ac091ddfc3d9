import { isBuildId, isOpen, type BuildDetails, type BuildPage } from '@portico/builds/common'
import { entityReadPermission, type Entity } from '@portico/catalog/common'
import type { Catalog } from '@portico/catalog/server'
import type { Audit, Permissions, Principal } from '@portico/core/server'
import type { BuildListRequest, BuildProject, BuildSystem, BuildSystemEntry } from './build-system.ts'
import { annotationMissing, buildNotFound, entityNotFound, stillRunning, systemNotFound, tooSlow } from './errors.ts'
import { readLogText } from './log-text.ts'
import type { TimedCache } from './timed-cache.ts'

/** Which builds are asked for. */
export interface BuildsOf {
  readonly namespace: string
  readonly kind: string
  readonly name: string
  readonly system: string
}

interface Given {
  readonly catalog: Pick<Catalog, 'getEntity'>
  readonly permissions: Pick<Permissions, 'authorize'>
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
const openTtlMs = 3000
const doneTtlMs = 15_000
const timeoutMs = 30_000

/** Builds of entities: found by their annotations, for those who may read the entity. */
export function createBuilds({ catalog, permissions, systems, cache, audit }: Given) {
  async function find(caller: Principal, { namespace, kind, name, system: id }: BuildsOf): Promise<Found> {
    const ref = `${kind}:${namespace}/${name}`.toLowerCase()
    const entity = await catalog.getEntity(ref)
    const [decision] = entity ? await permissions.authorize(caller, [{ permission: entityReadPermission, resourceRef: ref }]) : []
    if (!entity || decision?.result !== 'ALLOW') throw entityNotFound(ref)
    const entry = systems.get(id)
    if (!entry) throw systemNotFound(id)
    const value = annotationOf(entity, entry.annotation)
    if (value === undefined || value === '') throw annotationMissing(ref, entry.annotation)
    return { ref, project: { value, entity }, system: await entry.open(), key: `${id}\n${ref}\n${value}\n` }
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
      return inTime(async timed => readLogText(await system.readLog(project, id, action, timed)), { signal })
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

export function annotationOf({ metadata }: Entity, name: string): string | undefined {
  return metadata.annotations?.[name]
}

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

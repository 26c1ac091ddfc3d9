import { isOpen, restartBuildsPermission, type Build, type BuildAction } from '@portico/builds/common'
import { entityRefOf, type Entity } from '@portico/catalog/common'
import { useEntity } from '@portico/catalog/web'
import {
  alertApiRef,
  errorApiRef,
  fetchApiRef,
  useApi,
  useClient,
  usePermission,
  useQuery,
  useQueryCache,
  useSearchParams,
  useSlot,
  useText,
} from '@portico/core/web'
import { buildsApi } from '@portico/builds/common'
import { useCallback, useEffect, useEffectEvent, useState } from 'react'
import { buildsMessages } from './messages.ts'
import { buildSystems, type Builds, type BuildSystem } from './slots.ts'

/** How often an open build is read again. */
export const pollMs = 1500
const listPollMs = 10_000

/** The value of an annotation; undefined where it is absent, and the empty text where it is there without a value. */
export function projectOf(entity: Entity, { annotation }: Pick<BuildSystem, 'annotation'>): string | undefined {
  return entity.metadata.annotations?.[annotation]
}

/** The systems of the portal, those that the entity uses, and the one that the address chooses. */
export function useBuildSystems() {
  const entity = useEntity()
  const all = useSlot(buildSystems).map(({ item }) => item)
  const [params] = useSearchParams()
  const used = all.filter(system => projectOf(entity, system) !== undefined)
  return { all, used, chosen: used.find(({ system }) => system === params.get('system')) ?? used[0] }
}

/** Connects to the system when it is needed. */
function useConnect(system: BuildSystem): () => Promise<Builds> {
  const entity = useEntity()
  const fetch = useApi(fetchApiRef)
  const client = useClient()
  return useCallback(
    () => system.connect({ entity, project: projectOf(entity, system) ?? '', fetch, client }),
    [system, entity, fetch, client],
  )
}

const keyOf = (system: BuildSystem, entity: Entity, ...rest: readonly unknown[]) => [
  'builds',
  system.system,
  entityRefOf(entity),
  projectOf(entity, system),
  ...rest,
]

/** Errors that a screen shows by itself are reported all the same. The same one again and again is one. */
function useReported(error: Error | null): void {
  const errors = useApi(errorApiRef)
  const report = useEffectEvent(() => error && errors.post(error, { hidden: true }))
  useEffect(() => void report(), [error?.message])
}

/** A page of builds. Refreshed by itself while one of them is not done. */
export function useBuildList(system: BuildSystem, page: { readonly limit: number; readonly offset: number }) {
  const entity = useEntity()
  const connect = useConnect(system)
  const found = useQuery({
    queryKey: keyOf(system, entity, 'list', page),
    queryFn: async ({ signal }) => (await connect()).list(page, signal),
    placeholderData: previous => previous,
    refetchInterval: ({ state }) => (state.data?.items.some(({ status }) => isOpen(status)) ? listPollMs : false),
  })
  useReported(found.error)
  return found
}

/** A build with its steps, read again and again while it is open. */
export function useBuild(system: BuildSystem, id: string) {
  const entity = useEntity()
  const connect = useConnect(system)
  const found = useQuery({
    queryKey: keyOf(system, entity, 'build', id),
    queryFn: async ({ signal }) => (await connect()).get(id, signal),
    refetchInterval: pollMs,
    // What it already has stays while it cannot be read; the next poll is the retry.
    retry: false,
  })
  useReported(found.error)
  return found
}

/** The log of an action, read again while the action runs. */
export function useLog(system: BuildSystem, build: string, action: BuildAction) {
  const entity = useEntity()
  const connect = useConnect(system)
  const isRunning = isOpen(action.status)
  const found = useQuery({
    queryKey: keyOf(system, entity, 'log', build, action.id, isRunning),
    queryFn: async ({ signal }) => (await connect()).readLog(build, action.id, signal),
    enabled: action.hasLog,
    staleTime: isRunning ? 0 : Infinity,
    refetchInterval: isRunning ? pollMs : false,
    placeholderData: previous => previous,
  })
  useReported(found.error)
  return found
}

/** Restarting builds: whether it is allowed, as whom, and the work itself. */
export function useRestart(system: BuildSystem) {
  const text = useText()
  const entity = useEntity()
  const connect = useConnect(system)
  const errors = useApi(errorApiRef)
  const alerts = useApi(alertApiRef)
  const cache = useQueryCache()
  const { allowed, loading } = usePermission({ permission: restartBuildsPermission })
  const [pending, setPending] = useState<string>()
  const { data: name } = useQuery({
    queryKey: keyOf(system, entity, 'me'),
    queryFn: async ({ signal }) => (await (await connect()).whoAmI?.(signal)) ?? null,
    enabled: allowed,
    staleTime: Infinity,
    retry: false,
  })
  async function restart(build: Build): Promise<void> {
    setPending(build.id)
    try {
      await (await connect()).restart(build)
      alerts.post({ message: text(buildsMessages.restarted, { number: build.number }), severity: 'success', display: 'transient' })
      await cache.invalidate(buildsApi.listBuilds)
    } catch (error) {
      errors.post(error)
    } finally {
      setPending(undefined)
    }
  }
  return { restart, pending, allowed, loading, name: name ?? undefined }
}

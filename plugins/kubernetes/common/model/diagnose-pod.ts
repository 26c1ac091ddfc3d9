import { textOf } from '@portico/core/common'
import type { Cause, Diagnosis, HealthState } from './diagnosis.ts'
import { conditionOf, countOf, listOf, valueIn, type Fields, type KubeEvent, type KubeObject } from './kube-object.ts'

interface ContainerState {
  readonly waiting?: { readonly reason?: string; readonly message?: string }
  readonly running?: { readonly startedAt?: string }
  readonly terminated?: Terminated
}

interface Terminated {
  readonly exitCode?: number
  readonly signal?: number
  readonly reason?: string
  readonly message?: string
  readonly finishedAt?: string
}

interface ContainerStatus {
  readonly name?: string
  readonly ready?: boolean
  readonly started?: boolean
  readonly restartCount?: number
  readonly image?: string
  readonly state?: ContainerState
  readonly lastState?: ContainerState
}

const imageReasons = new Set([
  'ErrImagePull',
  'ImagePullBackOff',
  'InvalidImageName',
  'ErrImageNeverPull',
  'ImageInspectError',
  'RegistryUnavailable',
])
const configReasons = new Set(['CreateContainerConfigError', 'CreateContainerError', 'RunContainerError', 'CreatePodSandboxError'])
// A pod that is still not gone when its grace period has passed by this much is stuck.
const stuckAfterMs = 60_000
const longStartMs = 5 * 60_000
const memoryExit = 137

/** What a pod does, and why it is not running: from its phase, containers, conditions, probes, limits and, where there are any, events. */
export function diagnosePod(pod: KubeObject, options: { readonly now: number; readonly events?: readonly KubeEvent[] }): Diagnosis {
  const found = withoutEvents(pod, options.now)
  const events = toEventCauses(options.events ?? [], found)
  return events.length === 0 ? found : { ...found, causes: [...found.causes, ...events] }
}

function withoutEvents(pod: KubeObject, now: number): Diagnosis {
  const status = pod.status
  if (typeof status !== 'object' || status === null) return { state: 'unknown', reason: 'Unknown', causes: [{ code: 'no-status' }] }
  if (pod.metadata?.deletionTimestamp !== undefined) return terminating(pod, now)
  const phase = textOf(status['phase']) ?? 'Unknown'
  const reason = textOf(status['reason'])
  const message = textOf(status['message'])
  if (phase === 'Succeeded') return { state: 'done', reason: 'Completed', causes: [] }
  if (reason === 'Evicted') return { state: 'error', reason, causes: [{ code: 'evicted', message }] }
  if (reason === 'NodeLost' || phase === 'Unknown')
    return { state: 'unknown', reason: reason ?? 'Unknown', causes: [{ code: 'node-lost', message }] }
  const unschedulable = conditionOf(pod, 'PodScheduled')
  if (unschedulable?.status === 'False') return notScheduled(unschedulable)
  const sidecars = new Set(sidecarsOf(pod))
  const started = listOf<ContainerStatus>(status['initContainerStatuses'])
  const init = started.filter(each => !isFinished(each))
  // A sidecar that fails once the pod runs is no better than another container that fails.
  const beside = phase === 'Pending' ? [] : started.filter(({ name }) => name !== undefined && sidecars.has(name))
  const containers = [...listOf<ContainerStatus>(status['containerStatuses']), ...beside]
  const initProblem = init.map(each => diagnoseContainer(pod, each)).find(each => each && each.state !== 'ok')
  if (initProblem && phase === 'Pending') {
    const name = init[0]?.name
    return {
      ...initProblem,
      reason: `Init:${initProblem.reason}`,
      causes: [{ code: 'init-container', container: name }, ...initProblem.causes],
    }
  }
  const worst = containers.map(each => diagnoseContainer(pod, each)).filter(each => each !== undefined)
  const failing = worst.find(({ state }) => state === 'error') ?? worst.find(({ state }) => state === 'warning') ?? worst[0]
  if (phase === 'Failed') return failed(failing, reason, message)
  if (failing && failing.state !== 'ok') return failing
  return readiness(pod, phase, containers, now)
}

function terminating(pod: KubeObject, now: number): Diagnosis {
  const at = pod.metadata?.deletionTimestamp
  const isStuck = at !== undefined && now - Date.parse(at) > stuckAfterMs
  return { state: isStuck ? 'warning' : 'running', reason: 'Terminating', causes: [{ code: 'terminating', at }] }
}

function notScheduled({ reason = 'Pending', message }: { readonly reason?: string; readonly message?: string }): Diagnosis {
  if (reason === 'SchedulingGated') return { state: 'pending', reason, causes: [{ code: 'gate', message }] }
  return { state: 'error', reason, causes: [{ code: 'unschedulable', message }] }
}

function failed(failing: Diagnosis | undefined, reason: string | undefined, message: string | undefined): Diagnosis {
  const causes = failing?.causes ?? []
  const own: Cause[] = message !== undefined || causes.length === 0 ? [{ code: 'failed', message, reason }] : []
  return { state: 'error', reason: reason ?? failing?.reason ?? 'Failed', causes: [...own, ...causes] }
}

/** What is wrong with one container; undefined where it says nothing. */
function diagnoseContainer(pod: KubeObject, status: ContainerStatus): Diagnosis | undefined {
  const { waiting, terminated } = status.state ?? {}
  const container = status.name
  const before = status.lastState?.terminated
  if (waiting) {
    const { reason = 'Waiting', message } = waiting
    if (imageReasons.has(reason)) return { state: 'error', reason, causes: [{ code: 'image', container, image: status.image, message }] }
    if (configReasons.has(reason)) return { state: 'error', reason, causes: [{ code: 'container-config', container, message }] }
    if (reason === 'CrashLoopBackOff')
      return { state: 'error', reason, causes: [...ended(pod, status, before), ...restarted(status, before)] }
    const isUsual = reason === 'ContainerCreating' || reason === 'PodInitializing'
    return { state: 'pending', reason, causes: isUsual ? [] : [{ code: 'waiting', container, reason, message }] }
  }
  if (terminated) {
    if (terminated.exitCode === 0) return { state: 'ok', reason: 'Completed', causes: [] }
    return {
      state: 'error',
      reason: terminated.reason ?? 'Error',
      causes: [...ended(pod, status, terminated), ...restarted(status, terminated)],
    }
  }
  // Alive again after it ran out of memory: worth knowing although it runs.
  if (status.ready !== false && before?.reason === 'OOMKilled')
    return { state: 'warning', reason: 'OOMKilled', causes: [...ended(pod, status, before), ...restarted(status, before)] }
  return undefined
}

function ended(pod: KubeObject, status: ContainerStatus, how: Terminated | undefined): Cause[] {
  if (!how) return []
  const { exitCode, signal, reason, message } = how
  const isMemory = reason === 'OOMKilled'
  const exited: Cause = {
    code: 'exited',
    container: status.name,
    exitCode,
    signal,
    ...(isMemory ? {} : { reason: reason === 'Error' || reason === 'Completed' ? undefined : reason, message }),
  }
  if (!isMemory) return [exited]
  return [
    { ...exited, exitCode: exitCode ?? memoryExit },
    {
      code: 'out-of-memory',
      container: status.name,
      limit: textOf(valueIn(containerSpec(pod, status.name), 'resources', 'limits', 'memory')),
    },
  ]
}

function restarted(status: ContainerStatus, how: Terminated | undefined): Cause[] {
  const count = countOf(status.restartCount)
  return count === 0 ? [] : [{ code: 'restarts', container: status.name, count, at: how?.finishedAt }]
}

function containerSpec(pod: KubeObject, name: string | undefined): Fields | undefined {
  return [...listOf(pod.spec?.['containers']), ...listOf(pod.spec?.['initContainers'])].find(each => each['name'] === name)
}

/** Init containers that go on running beside the others. */
function sidecarsOf(pod: KubeObject): string[] {
  return listOf(pod.spec?.['initContainers']).flatMap(each => (each['restartPolicy'] === 'Always' ? (textOf(each['name']) ?? []) : []))
}

/** All containers are there: are they ready, and if not, which probe says so? */
function readiness(pod: KubeObject, phase: string, containers: readonly ContainerStatus[], now: number): Diagnosis {
  const unready = containers.filter(each => each.ready === false && !each.state?.terminated)
  if (phase === 'Pending') return { state: 'pending', reason: 'Pending', causes: [] }
  const gate = conditionOf(pod, 'ContainersReady')?.status === 'True' ? conditionOf(pod, 'Ready') : undefined
  if (unready.length === 0 && gate?.status !== 'False') return infeasibleResize(pod) ?? { state: 'ok', reason: 'Running', causes: [] }
  if (unready.length === 0)
    return { state: 'warning', reason: gate?.reason ?? 'NotReady', causes: [{ code: 'gate', message: gate?.message }] }
  const causes = unready.map((each): Cause => {
    const spec = containerSpec(pod, each.name)
    const at = each.state?.running?.startedAt
    if (each.started === false && spec?.['startupProbe']) return { code: 'startup-probe', container: each.name, at }
    return { code: spec?.['readinessProbe'] ? 'readiness' : 'starting', container: each.name, at }
  })
  const restarts = unready.flatMap(each => restarted(each, each.lastState?.terminated))
  const since = Math.min(...unready.map(each => Date.parse(each.state?.running?.startedAt ?? '')).filter(Number.isFinite))
  const isNew = Number.isFinite(since) && now - since < longStartMs && restarts.length === 0
  const state: HealthState = isNew ? 'running' : 'warning'
  return { state, reason: 'NotReady', causes: [...causes, ...restarts] }
}

/** A pod that runs, and was given a size that its node cannot have: told by a condition since 1.33, by a field before. */
function infeasibleResize(pod: KubeObject): Diagnosis | undefined {
  const { reason = textOf(pod.status?.['resize']), message } = conditionOf(pod, 'PodResizePending') ?? {}
  if (reason !== 'Infeasible') return undefined
  return { state: 'warning', reason: 'ResizeInfeasible', causes: [{ code: 'condition', reason: 'ResizeInfeasible', message }] }
}

function isFinished({ state }: ContainerStatus): boolean {
  return state?.terminated?.exitCode === 0 || state?.running !== undefined
}

const probe = /^(Liveness|Readiness|Startup) probe (?:failed|errored)/
const probeCauses = { Liveness: 'liveness', Readiness: 'readiness', Startup: 'startup-probe' } as const

/** What events add: failed probes, mounts that are missing, what the scheduler says. The newest of each reason. */
function toEventCauses(events: readonly KubeEvent[], { state, causes }: Diagnosis): Cause[] {
  if (state === 'ok' || state === 'done') return []
  const newest = new Map<string, KubeEvent>()
  for (const event of events.filter(({ type }) => type === 'Warning')) {
    const key = `${event.reason} ${probe.exec(event.message ?? '')?.[1] ?? ''}`
    const known = newest.get(key)
    if (!known || momentOf(event) > momentOf(known)) newest.set(key, event)
  }
  const known = new Set(causes.map(({ message }) => message))
  return [...newest.values()].flatMap(event => {
    const { reason, message, count } = event
    // BackOff only repeats that it is being restarted.
    if (known.has(message) || reason === 'BackOff') return []
    const which = probe.exec(message ?? '')?.[1] as keyof typeof probeCauses | undefined
    const at = momentOf(event) || undefined
    return [{ code: which ? probeCauses[which] : 'event', reason, message, count, at } satisfies Cause]
  })
}

/** When an event happened last. */
export function momentOf({ lastTimestamp, eventTime, firstTimestamp, metadata }: KubeEvent): string {
  return lastTimestamp ?? eventTime ?? firstTimestamp ?? metadata?.creationTimestamp ?? ''
}

/** How many containers of a pod are ready, of how many, and how often they were restarted. Sidecars count, as kubectl has it. */
export function containersOf(pod: KubeObject): { readonly ready: number; readonly total: number; readonly restarts: number } {
  const sidecars = new Set(sidecarsOf(pod))
  const beside = listOf<ContainerStatus>(pod.status?.['initContainerStatuses']).filter(({ name = '' }) => sidecars.has(name))
  const statuses = [...listOf<ContainerStatus>(pod.status?.['containerStatuses']), ...beside]
  const total = Math.max(statuses.length, listOf(pod.spec?.['containers']).length + sidecars.size)
  return {
    ready: statuses.filter(({ ready }) => ready === true).length,
    total,
    restarts: statuses.reduce((sum, { restartCount }) => sum + countOf(restartCount), 0),
  }
}

/** The names of a pod's containers, those that prepare it last. */
export function containerNames(pod: KubeObject): string[] {
  const spec = pod.spec ?? {}
  return [...listOf(spec['containers']), ...listOf(spec['initContainers']), ...listOf(spec['ephemeralContainers'])].flatMap(
    each => textOf(each['name']) ?? [],
  )
}

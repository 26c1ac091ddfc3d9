import { secret } from '../../config/schema.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { z } from 'zod'
import type { PluginEntry } from '../../config/sections/plugins-section.ts'
import type { Core, ServerPlugin } from '../../host/plugin.ts'
import { PluginOff } from '../../host/plugin-off.ts'
import { refuseBrokenPromises } from '../load-plugin.ts'
import { refuseUnlistedTables } from '../manifest-tables.ts'
import type { RunningPlugin } from '../running-plugin.ts'
import { PackageProblem, problemText } from '../package-problem.ts'
import type { PluginPackage } from '../plugin-package.ts'
import { withinTime } from '../within-time.ts'
import { createCallers } from './callers.ts'
import { PluginDescription } from './description.ts'
import { createForward } from './forward.ts'
import { startPluginProcess, type PluginProcess } from './plugin-process.ts'
import type { LastEnds } from './last-ends.ts'
import { createPortalSide } from './portal-side.ts'
import type { ProcessSetup, ProcessState } from './process-setup.ts'
import { createSupervisor } from './supervise.ts'

/** A blocked event loop is noticed then at the latest. */
const maxStallMs = 10_000

interface Isolated {
  readonly found: PluginPackage
  readonly entry: PluginEntry
  readonly program: URL
  readonly running: RunningPlugin
  readonly ends: LastEnds
  /** Of packages that were loaded before, by digest. */
  readonly descriptions: Map<string, PluginDescription>
}

/** Loads a plugin in a process of its own, to learn what the portal has to know of it, and returns what stands for it in the portal. */
export async function createStandIn(isolated: Isolated): Promise<ServerPlugin> {
  const { found, running, ends, descriptions } = isolated
  const { id } = found.manifest
  const description = descriptions.get(found.digest) ?? (await describe(isolated))
  descriptions.set(found.digest, description)
  running.lastEnd = await ends.read(id)
  const plugin: ServerPlugin = {
    id,
    config: Object.fromEntries(description.sections.map(section => [section, secret(z.unknown())])),
    permissions: { permissions: description.permissions },
    uses: Object.fromEntries(
      Object.entries(description.uses).map(([name, { id: service, optional }]) => [
        name,
        { id: service, isRemote: true, ...(optional && { optional: { id: service } }) },
      ]),
    ),
    setup: (core: Core<any>, services: object) => setUp(isolated, description, core, services as never),
  }
  // The process has looked as well, but its code may say anything.
  refuseBrokenPromises(found.name, plugin, found.manifest)
  return plugin
}

async function describe({ found, entry, program }: Isolated): Promise<PluginDescription> {
  const process = startPluginProcess({
    ...limitsOf(entry),
    program,
    folder: found.folder,
    handlers: {},
    onOutput: () => {},
    state: noState,
  })
  try {
    const late = `it took longer than ${entry.setupTimeout / 1000} s to load`
    return PluginDescription.parse(await withinTime(entry.setupTimeout, late, process.call<unknown>('load', [found])))
  } catch (error) {
    throw new PackageProblem(problemText(error))
  } finally {
    process.end('it was described')
  }
}

const noState = (): ProcessState => ({ appTitle: '', isPermissionEnabled: true })

function limitsOf({ memory, callTimeout }: PluginEntry) {
  return { maxMemoryBytes: memory, stallMs: Math.min(callTimeout, maxStallMs) }
}

async function setUp(
  { found, entry, program, running, ends }: Isolated,
  { uses }: PluginDescription,
  core: Core<any>,
  services: Readonly<Record<string, never>>,
): Promise<void> {
  const { id } = found.manifest
  const { log } = core
  const folder = await mkdtemp(path.join(tmpdir(), 'portico-plugin-'))
  const callers = createCallers(id)
  const socketOf = (number: number) => path.join(folder, `${number}.sock`)
  let launches = 0
  let hasStarted = false
  const state = (): ProcessState => ({ appTitle: core.server.appTitle(), isPermissionEnabled: core.security.permissions.isEnabled() })

  const supervisor = createSupervisor({
    id,
    log,
    maxMemoryBytes: entry.memory,
    launch,
    onEnded: end => void ends.write(id, end),
    onGivenUp: error => running.fail?.(error),
  })
  const portal = createPortalSide({
    id,
    core,
    services: new Map(Object.entries(uses).map(([name, service]) => [service.id, services[name]] as const)) as never,
    callers,
    forward: createForward({ id, callers, socket: () => (supervisor.now(), socketOf(launches)) }),
    ready: supervisor.ready,
  })

  async function launch(isRestart: boolean): Promise<PluginProcess> {
    launches += 1
    portal.forgetProcess()
    const process = startPluginProcess({
      ...limitsOf(entry),
      program,
      folder: found.folder,
      handlers: portal.handlers,
      specials: {
        from: ({ $, value }) => ($ === 'caller' ? callers.find(value) : undefined),
        to: value => (callers.isHanded(value) ? { $: 'handed', value } : undefined),
      },
      onOutput: line => log.info({ output: line }, 'the plugin wrote'),
      state,
    })
    try {
      const late = `its set-up took longer than ${entry.setupTimeout / 1000} s`
      await withinTime(entry.setupTimeout, late, begin(process, isRestart))
      return process
    } catch (error) {
      process.end('its set-up failed')
      throw error
    }
  }

  async function begin(process: PluginProcess, isRestart: boolean): Promise<void> {
    await process.call('load', [found])
    process.watchLoop()
    await process.call('setup', [setupOf()])
    portal.refuseMistakes()
    await refuseUnlistedTables(core.db, found.manifest)
    if (isRestart && hasStarted) await process.call('start')
  }

  function setupOf(): ProcessSetup {
    const { server, security } = core
    const named = server.inspection.plugins().map(plugin => plugin.id)
    const urls = (side: 'internalUrl' | 'externalUrl') => Object.fromEntries(named.map(plugin => [plugin, server.discovery[side](plugin)]))
    const pattern = (side: 'internalUrl' | 'externalUrl') => server.discovery[side]('any-plugin').replace('any-plugin', '{{plugin}}')
    const usable = Object.entries(uses).map(([name, service]) => [
      name,
      // One that it only may use, and cannot from here, is absent.
      Object.keys(services[name] ?? {}).length === 0 ? undefined : { id: service.id, methods: Object.keys(services[name] ?? {}) },
    ])
    return {
      sections: core.config,
      database: running.login,
      databaseProblem: running.role && 'problem' in running.role ? running.role.problem : undefined,
      consent: running.consent ?? { isGiven: false, version: server.inspection.version },
      callTimeoutMs: entry.callTimeout,
      isAuthenticationEnabled: security.isAuthenticationEnabled,
      isExposed: server.isExposed,
      folder: server.folder,
      dataFolder: server.dataFolder,
      readable: server.readable,
      appUrl: server.discovery.appUrl(),
      internalUrl: pattern('internalUrl'),
      externalUrl: pattern('externalUrl'),
      internalUrls: urls('internalUrl'),
      externalUrls: urls('externalUrl'),
      socket: socketOf(launches),
      services: Object.fromEntries(usable),
      state: state(),
    }
  }

  running.process = supervisor.status
  core.onStart(async () => {
    const process = await supervisor.ready()
    hasStarted = true
    await process.call('start')
  })
  core.onWarmUp(async () => (await supervisor.ready()).call('warmUp'))
  core.onStop(stop)
  for (const section of Object.keys(core.config))
    core.onConfig(section, async value => (await supervisor.ready()).call('changeConfig', [section, value]))
  try {
    await supervisor.start()
  } catch (error) {
    await stop()
    throw error instanceof PluginOff ? error : new Error(problemText(error))
  }

  async function stop(): Promise<void> {
    try {
      if (supervisor.status().state === 'running')
        await withinTime(entry.setupTimeout, 'its stop took too long', supervisor.now().call('stop'))
    } catch (error) {
      log.warn({ error }, `the plugin '${id}' failed while stopping`)
    }
    portal.forgetProcess()
    await supervisor.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

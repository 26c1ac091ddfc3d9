import { randomUUID } from 'node:crypto'
import { configDeclarations, followCoreConfig, guestAccessOf, readCoreConfig, type CoreConfig } from '../config/core-config.ts'
import type { LoadedConfig } from '../config/load.ts'
import { openConfig, type Config } from '../config/open.ts'
import { placePluginConfig } from '../config/plugin-config.ts'
import { isExposed, listenHost, type GuestAccess } from '../config/reach.ts'
import { createLog, type Log } from '../operations/create-log.ts'
import { createRedactor, type Redactor } from '../operations/redactor.ts'
import { createTelemetry, type Telemetry } from '../operations/telemetry.ts'
import type { Roster } from '../packages/roster.ts'
import type { StartOptions } from './start-options.ts'

/** What everything else depends on: the config, the log and the telemetry. */
export interface Foundation {
  readonly config: Config
  /** The core's own sections, as they were at the start. */
  readonly core: CoreConfig
  readonly log: Log
  readonly logFormat: 'json' | 'pretty'
  readonly redactor: Redactor
  readonly telemetry: Telemetry
  readonly instanceId: string
  /** The address to listen on; undefined is all interfaces. */
  readonly listenHost: string | undefined
  /** Others than this machine can reach the portal. */
  readonly isExposed: boolean
  /** How people get in without credentials. */
  readonly guests: GuestAccess | undefined
  /** The working directory of the server: relative paths begin there. */
  readonly folder: string
}

/** Reads the config and opens the log and the telemetry as it says. */
export async function openFoundation(options: StartOptions, roster: () => Roster): Promise<Foundation> {
  const { env = process.env, cwd: folder = process.cwd() } = options
  const { configFiles: args, example } = options
  const { plugins } = roster()
  const arrange = (loaded: LoadedConfig) => placePluginConfig(loaded, roster().idOf)
  const config = await openConfig({ cwd: folder, env, args, example, arrange, isolatesPlugins: true, ...configDeclarations(roster()) })
  followCoreConfig(config)
  const core = readCoreConfig(config)
  const redactor = createRedactor()
  redactor.add(config.secrets())
  config.onReload(() => redactor.add(config.secrets()))
  const logFormat = process.stdout.isTTY && !options.logTo ? 'pretty' : 'json'
  const log = createLog({
    level: core.backend.log.level,
    format: logFormat,
    redact: redactor,
    ...(options.logTo && { destination: options.logTo }),
  })
  for (const warning of config.warnings) log.warn(warning)
  const instanceId = randomUUID()
  const telemetry = await openTelemetry(core, { version: options.version, instanceId, log })
  const guests = guestAccessOf(plugins, config)
  const reach = { listenHost: listenHost(core, guests), isExposed: isExposed(core, guests) }
  return { config, core, log, logFormat, redactor, telemetry, instanceId, folder, guests, ...reach }
}

function openTelemetry(
  { backend: { telemetry } }: CoreConfig,
  metadata: { readonly version: string; readonly instanceId: string; readonly log: Log },
): Promise<Telemetry> {
  const { prometheus, otlp } = telemetry
  return createTelemetry({
    serviceName: 'portico',
    prometheus,
    ...metadata,
    ...(otlp && { otlp: { url: otlp.endpoint, headers: otlp.headers, sampleRatio: otlp.sampleRatio } }),
  })
}

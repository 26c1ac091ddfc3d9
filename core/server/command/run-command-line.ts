import { Command as Commander, CommanderError } from 'commander'
import { styleText } from 'node:util'
import { ConfigError } from '../config/config-error.ts'
import { configDeclarations } from '../config/core-config.ts'
import type { Environment } from '../config/environment.ts'
import type { ExampleConfig, LoadedConfig } from '../config/load.ts'
import { openConfig } from '../config/open.ts'
import { placePluginConfig } from '../config/plugin-config.ts'
import { readSections } from '../config/read-sections.ts'
import type { ServerPlugin } from '../host/plugin.ts'
import { openStartRoster } from '../packages/open-start-roster.ts'
import type { Command, CommandContext, PortalProgram } from './command.ts'

export interface CommandLineOptions {
  readonly plugins: readonly ServerPlugin[]
  /** Instead of those of the core. */
  readonly commands?: readonly Command[]
  /** What the app itself can do. They come first. */
  readonly commandsOfApp?: readonly Command[]
  readonly version?: string
  readonly webFolder?: string
  readonly program?: PortalProgram
  readonly cwd?: string
  readonly pages?: CommandContext['pages']
  readonly shared?: CommandContext['shared']
  readonly isolated?: CommandContext['isolated']
  readonly example?: ExampleConfig
  readonly env?: Environment
  readonly print?: (line: string) => void
  readonly warn?: (line: string) => void
}

type CommandEnvironment = Required<Pick<CommandLineOptions, 'plugins' | 'cwd' | 'env' | 'print' | 'warn' | 'version'>> & {
  readonly webFolder: string | undefined
  readonly pages: CommandContext['pages']
  readonly shared: CommandContext['shared']
  readonly isolated: CommandContext['isolated']
  readonly program: PortalProgram | undefined
  readonly example: ExampleConfig | undefined
}

/** Runs the `portico` program with its arguments (without node and script). Exit codes: 0 success, 1 failure, 2 usage error. */
export async function runCommandLine(argv: readonly string[], options: CommandLineOptions): Promise<number> {
  const environment = {
    plugins: options.plugins,
    cwd: options.cwd ?? process.cwd(),
    env: options.env ?? process.env,
    print: options.print ?? (line => console.log(line)),
    warn: options.warn ?? (line => console.error(line)),
    version: options.version ?? 'unknown',
    webFolder: options.webFolder,
    pages: options.pages,
    shared: options.shared,
    isolated: options.isolated,
    program: options.program,
    example: options.example,
  }
  let exitCode = 0
  const program = createProgram(environment, options.version)
  const ofPlugins = await Promise.all(options.plugins.map(plugin => plugin.commands?.() ?? []))
  for (const command of [
    ...(options.commandsOfApp ?? []),
    ...(options.commands ?? (await import('./core-commands.ts')).coreCommands),
    ...ofPlugins.flat(),
  ]) {
    mount(program, command, environment, code => (exitCode = code))
  }
  if (argv.length === 0) {
    program.outputHelp()
    return 0
  }
  try {
    await program.parseAsync(argv, { from: 'user' })
    return exitCode
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    environment.warn(errorText(error, environment.env))
    return 1
  }
}

function createProgram({ print, warn }: CommandEnvironment, version: string | undefined): Commander {
  const program = new Commander('portico')
    .description('A developer portal.')
    .option(
      '-c, --config <file>',
      'read this config file instead of the default ones; repeat for more, later ones win',
      (file: string, files: readonly string[] = []) => [...files, file],
    )
    .option('--allow-remote-config', 'let --config name http(s) addresses')
    .helpOption('-h, --help', 'show help')
    .helpCommand('help [command]', 'show help of a command')
    .showHelpAfterError('(add --help to see the usage)')
    .configureHelp({
      showGlobalOptions: true,
      styleTitle: text => styleText('bold', text, { validateStream: false }),
      styleSubcommandText: text => styleText('cyan', text, { validateStream: false }),
      styleOptionText: text => styleText('cyan', text, { validateStream: false }),
    })
    .configureOutput({ writeOut: text => print(text.trimEnd()), writeErr: text => warn(text.trimEnd()) })
    .exitOverride()
  return version === undefined ? program : program.version(version, '-V, --version', 'show the version')
}

function mount(program: Commander, command: Command, environment: CommandEnvironment, finish: (code: number) => void) {
  const words = command.name.split(' ')
  const name = words.pop() ?? ''
  const parent = words.reduce((group, word) => findOrAdd(group, word), program)
  if (parent.commands.some(existing => existing.name() === name)) throw new Error(`The command '${command.name}' is defined twice`)
  const leaf = parent.command(name).description(command.summary).allowExcessArguments(false)
  if (parent !== program) parent.summary(parent.commands.map(child => child.name()).join(', '))
  for (const { name: argument, description } of command.args ?? []) leaf.argument(argument, description)
  for (const { flags, description } of command.options ?? []) leaf.option(flags, description)
  leaf.action(async () => {
    const { config: configFiles = [], allowRemoteConfig = false } = program.opts<{ config?: string[]; allowRemoteConfig?: boolean }>()
    const { plugins, pages, shared, isolated, cwd, env, example } = environment
    const loadConfig = async () => {
      const from = { cwd, env, example, remote: allowRemoteConfig }
      const { idOf, ...roster } = await openStartRoster({ ...from, files: configFiles, plugins, pages, shared, isolated })
      const arrange = (loaded: LoadedConfig) => placePluginConfig(loaded, idOf)
      return openConfig({ ...from, args: configFiles, arrange, ...configDeclarations(roster) })
    }
    const context: CommandContext = {
      ...environment,
      args: leaf.processedArgs.flat().filter((word): word is string => typeof word === 'string'),
      options: leaf.opts(),
      configFiles,
      remoteConfig: allowRemoteConfig,
      loadConfig,
      readSections: sections => readSections({ cwd, env, example, files: configFiles, remote: allowRemoteConfig }, sections),
      withService: async (service, run) =>
        (await import('./offline-service.ts')).withOfflineService({ service, plugins, cwd, loadConfig }, run),
    }
    finish((await command.run(context)) ?? 0)
  })
}

/** The group that a command such as `config check` belongs to. */
function findOrAdd(parent: Commander, word: string): Commander {
  return parent.commands.find(command => command.name() === word) ?? parent.command(word)
}

function errorText(error: unknown, env: Environment): string {
  if (error instanceof ConfigError) return error.message
  if (!(error instanceof Error)) return `error: ${String(error)}`
  return env['PORTICO_DEBUG'] ? (error.stack ?? error.message) : `error: ${error.message}`
}

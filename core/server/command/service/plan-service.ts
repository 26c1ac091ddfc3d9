import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import { BackendSection } from '../../config/sections/backend-section.ts'
import { canReach, findUser, type Account } from '../../database/embedded/account.ts'
import type { CommandContext } from '../command.ts'
import { toUnit } from './unit.ts'

/** What `portico service` would write and start. */
export interface ServicePlan {
  readonly isUser: boolean
  readonly name: string
  readonly file: string
  readonly unit: string
  readonly folder: string
  readonly dataFolder: string
  readonly environmentFile: string
  readonly user: string | undefined
}

/** After the requests in flight: jobs go back to the queue, plugins stop, PostgreSQL writes what it has. */
const afterRequestsMs = 45_000

export const serviceOptions = [
  { flags: '--user', description: 'a unit of your own user, instead of one of the system' },
  { flags: '--name <name>', description: 'the name of the unit (default: portico)' },
]

export const unitOptions = [
  { flags: '--run-as <user>', description: 'the system user it runs as (default: portico)' },
  { flags: '--memory-max <size>', description: 'the most memory that it and its database may use, such as 2G' },
]

type PlanContext = Pick<CommandContext, 'options' | 'cwd' | 'env' | 'program' | 'readSections' | 'configFiles'>

/** The unit for the config in the current folder. Data stays where the config says, so that the command line finds it too. */
export async function planService(context: PlanContext): Promise<ServicePlan> {
  const { options, cwd, env, program, configFiles } = context
  if (!program?.start[0] || !existsSync(program.start[0]))
    throw new Error('There is no built portal to run. In a checkout: npm start, once')
  const isUser = options['user'] === true
  const name = wordOf(options['name'] ?? 'portico', '--name', /^[\w:.@-]{1,200}$/)
  const memoryMax = options['memoryMax'] && wordOf(options['memoryMax'], '--memory-max', /^\d+(\.\d+)?[KMGT]?$|^\d{1,3}%$/)
  const { backend } = (await context.readSections({ backend: BackendSection })).values
  const dataFolder = path.resolve(cwd, backend.dataFolder)
  const user = isUser ? undefined : wordOf(options['runAs'] ?? 'portico', '--run-as', /^[a-z_][\w-]{0,31}$/)
  const config = configFiles.flatMap(file => ['--config', path.resolve(cwd, file)])
  const environmentFile = path.join(cwd, 'environment')
  const unit = toUnit({
    program: [process.execPath, '--max-semi-space-size=4', ...program.start, ...config],
    commandLine: [process.execPath, ...program.commandLine, ...config],
    folder: cwd,
    dataFolder,
    environmentFile,
    user,
    stopSeconds: Math.ceil((backend.lifecycle.serverShutdownTimeout + afterRequestsMs) / 1_000),
    ...(memoryMax && { memoryMax }),
  })
  return { isUser, name, file: unitPath({ isUser, name, env }), unit, folder: cwd, dataFolder, environmentFile, user }
}

/** Where units of this kind are. */
export function unitPath({
  isUser,
  name,
  env,
}: {
  readonly isUser: boolean
  readonly name: string
  readonly env: CommandContext['env']
}): string {
  const file = `${name}.service`
  if (!isUser) return path.join('/etc/systemd/system', file)
  return path.join(env['XDG_CONFIG_HOME'] || path.join(env['HOME'] || homedir(), '.config'), 'systemd', 'user', file)
}

/** What keeps the user of a system unit from running it, in words. */
export function obstacles({ folder, user }: ServicePlan, account: Account, program: readonly string[]): string[] {
  return [folder, ...program.filter(each => path.isAbsolute(each) && existsSync(each))]
    .filter(each => !canReach(account, path.extname(each) === '' ? each : path.dirname(each)))
    .map(each => `The user ${user} cannot read ${each}. Move it to a folder that others may enter, such as /opt or /etc/portico`)
}

export function accountOf(user: string): Account {
  const account = findUser(user)
  if (!account) throw new Error(`There is no user ${user} on this system. Make it, or name another with --run-as`)
  return account
}

function wordOf(value: unknown, option: string, pattern: RegExp): string {
  if (typeof value === 'string' && pattern.test(value)) return value
  throw new Error(`'${String(value)}' cannot be the value of ${option}`)
}

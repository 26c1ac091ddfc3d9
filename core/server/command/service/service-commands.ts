import { chmodSync, chownSync, existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import type { Command, CommandContext } from '../command.ts'
import { accountOf, obstacles, planService, serviceOptions, unitOptions, unitPath, type ServicePlan } from './plan-service.ts'
import { createSystemctl } from './systemctl.ts'
import { readUnitFile, removeUnitFile, toUnitFile, writeUnitFile } from './unit-file.ts'

const force = (what: string) => ({ flags: '--force', description: `${what} the unit also if it was edited` })

const printCommand: Command = {
  name: 'service print',
  summary: 'print the systemd unit for the config in this folder',
  options: [...serviceOptions, ...unitOptions],
  async run(context) {
    context.print(toUnitFile((await planService(context)).unit).trimEnd())
  },
}

const installCommand: Command = {
  name: 'service install',
  summary: 'run the portal of this folder as a systemd service',
  options: [...serviceOptions, ...unitOptions, { flags: '--no-start', description: 'write the unit, and start nothing' }, force('write')],
  async run(context) {
    const { options, env, print, loadConfig, program } = context
    const plan = await planService(context)
    const { isUser, file, name, unit, environmentFile } = plan
    refuseOthers(context, plan)
    // Better now than in the journal of a service that does not start.
    await loadConfig()
    if (!isUser) prepareFolders(plan, program?.start ?? [])
    if (!existsSync(environmentFile))
      writeFileSync(environmentFile, '# NAME=value, one a line. The config reads them: ${NAME}.\n', { mode: 0o600 })
    writeUnitFile(file, unit)
    print(`${file}: written`)
    if (options['start'] === false) return
    const systemctl = createSystemctl({ isUser, env })
    await systemctl.run('daemon-reload')
    await systemctl.run('enable', name)
    await systemctl.run('restart', name)
    print(`The service ${name} runs, and starts with the machine. Its log: journalctl ${isUser ? '--user ' : ''}-u ${name}`)
    if (isUser) print('It stops when you sign out, unless you allow it to go on: loginctl enable-linger')
  },
}

const uninstallCommand: Command = {
  name: 'service uninstall',
  summary: 'stop the service and remove its unit; config and data stay',
  options: [...serviceOptions, force('remove')],
  async run(context) {
    const { env, print } = context
    const { isUser, name, file } = placeOf(context)
    if (readUnitFile(file) === 'missing') {
      print(`${file} is not there: nothing to remove`)
      return
    }
    refuseOthers(context, { isUser, file })
    const systemctl = createSystemctl({ isUser, env })
    await systemctl.run('disable', '--now', name)
    removeUnitFile(file)
    await systemctl.run('daemon-reload')
    print(`${file}: removed. Config and data are where they were`)
  },
}

const statusCommand: Command = {
  name: 'service status',
  summary: 'whether the service is installed, enabled and running',
  options: serviceOptions,
  async run(context) {
    const { env, print } = context
    const { isUser, name, file } = placeOf(context)
    const state = readUnitFile(file)
    if (state === 'missing') {
      print(`${file}: not installed`)
      return 1
    }
    const systemctl = createSystemctl({ isUser, env })
    const active = await systemctl.ask('is-active', name)
    print(`${file}: ${state === 'ours' ? 'as it was written' : 'edited since it was written'}`)
    print(`starts with the machine: ${await systemctl.ask('is-enabled', name)}`)
    print(`runs: ${active}`)
    return active === 'active' ? 0 : 1
  },
}

export const serviceCommands: readonly Command[] = [installCommand, uninstallCommand, statusCommand, printCommand]

function placeOf({ options, env }: CommandContext) {
  const isUser = options['user'] === true
  const name = String(options['name'] ?? 'portico')
  return { isUser, name, file: unitPath({ isUser, name, env }) }
}

/** What others have written or edited is theirs, and a unit of the system is root's. */
function refuseOthers({ options }: CommandContext, { isUser, file }: Pick<ServicePlan, 'isUser' | 'file'>): void {
  if (process.platform !== 'linux') throw new Error('Services are units of systemd, which is on Linux only')
  if (!isUser && process.getuid?.() !== 0) throw new Error(`Only root writes ${file}: run this with sudo, or with --user for your own user`)
  if (options['force'] || readUnitFile(file) !== 'changed') return
  throw new Error(
    `${file} was edited, or written by something else. "portico service print" shows what would be in it; --force does it anyway`,
  )
}

/** The folders that the user of a system unit needs, before it runs. */
function prepareFolders(plan: ServicePlan, program: readonly string[]): void {
  const account = accountOf(plan.user ?? '')
  const found = obstacles(plan, account, [process.execPath, ...program])
  if (found.length > 0) throw new Error(found.join('\n'))
  if (existsSync(plan.dataFolder)) {
    if (statSync(plan.dataFolder).uid === account.uid) return
    throw new Error(
      `${plan.dataFolder} belongs to another user. Give it to the one that will run: chown -R ${plan.user}: ${plan.dataFolder}`,
    )
  }
  mkdirSync(plan.dataFolder, { recursive: true })
  chmodSync(plan.dataFolder, 0o750)
  chownSync(plan.dataFolder, account.uid, account.gid)
}

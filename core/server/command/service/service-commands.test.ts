import { execFileSync } from 'node:child_process'
import { appendFileSync, chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { runCommandLine } from '../run-command-line.ts'
import { serviceCommands } from './service-commands.ts'

let home: string
let folder: string
let calls: string

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'portico-service-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  folder = join(home, 'my portal')
  calls = join(home, 'calls')
  for (const each of [folder, join(home, 'bin')]) mkdirSync(each)
  writeFileSync(join(folder, 'app-config.yaml'), 'backend: { dataFolder: data, lifecycle: { serverShutdownTimeout: 90s } }')
  writeFileSync(join(home, 'server.mjs'), '')
  writeFileSync(calls, '')
  // Stands for systemd, which no test may change: it writes down what it is told.
  writeFileSync(
    join(home, 'bin', 'systemctl'),
    `#!/bin/sh\necho "$@" >> '${calls}'\ncase "$*" in *is-active*) echo active;; *is-enabled*) echo enabled;; esac\n`,
  )
  chmodSync(join(home, 'bin', 'systemctl'), 0o755)
})

async function run(...argv: string[]) {
  const lines: string[] = []
  const exit = await runCommandLine(argv, {
    plugins: [],
    commands: serviceCommands,
    program: { start: [join(home, 'server.mjs')], commandLine: [join(home, 'cli.mjs')] },
    cwd: folder,
    env: { HOME: home, XDG_CONFIG_HOME: join(home, 'config'), PATH: `${join(home, 'bin')}:${process.env['PATH']}` },
    print: line => lines.push(line),
    warn: line => lines.push(line),
  })
  return { exit, text: lines.join('\n') }
}

const unitFile = () => join(home, 'config', 'systemd', 'user', 'portico.service')
const told = () => readFileSync(calls, 'utf8').trim().split('\n')

describe('portico service', () => {
  it('prints a unit that runs the portal of this folder, may write its data only, and waits longer than the server for the last requests', async () => {
    const { exit, text } = await run('service', 'print', '--memory-max', '2G', '--run-as', 'acme')
    expect(exit).toBe(0)
    const lines = text.split('\n')
    expect(lines).toEqual(
      expect.arrayContaining([
        `ExecStart=${process.execPath} --max-semi-space-size=4 ${join(home, 'server.mjs')}`,
        `WorkingDirectory=${folder}`,
        `EnvironmentFile=-${join(folder, 'environment')}`,
        `ReadWritePaths="${join(folder, 'data')}"`,
        'TimeoutStopSec=135',
        'MemoryMax=2G',
        'User=acme',
        ...[
          'ProtectSystem=strict',
          'NoNewPrivileges=yes',
          'CapabilityBoundingSet=',
          'SystemCallFilter=@system-service',
          'Restart=on-failure',
        ],
      ]),
    )
    writeFileSync(join(folder, 'app-config.yaml'), 'backend: { dataFolder: /var/lib/acme }')
    expect((await run('service', 'print')).text).toMatch(/^StateDirectory=acme$/m)
    for (const wrong of [
      ['--run-as', 'a b'],
      ['--memory-max', 'much'],
      ['--name', '../x'],
    ]) {
      expect(await run('service', 'print', ...wrong)).toEqual({
        exit: 1,
        text: expect.stringContaining(`cannot be the value of ${wrong[0]}`),
      })
    }
  })

  it('is installed, reports itself and is removed; config, data and secrets stay', async () => {
    expect((await run('service', 'status', '--user')).exit).toBe(1)
    expect(await run('service', 'install', '--user')).toEqual({ exit: 0, text: expect.stringContaining('The service portico runs') })
    expect(told()).toEqual(['--user --no-pager daemon-reload', '--user --no-pager enable portico', '--user --no-pager restart portico'])
    expect(statSync(join(folder, 'environment')).mode & 0o777).toBe(0o600)
    const { exit, text } = await run('service', 'status', '--user')
    expect([exit, text]).toEqual([0, expect.stringMatching(/as it was written\nstarts with the machine: enabled\nruns: active/)])
    expect((await run('service', 'uninstall', '--user')).exit).toBe(0)
    expect(told().slice(-2)).toEqual(['--user --no-pager disable --now portico', '--user --no-pager daemon-reload'])
    expect([existsSync(unitFile()), existsSync(join(folder, 'environment'))]).toEqual([false, true])
  })

  it('is written anew after a change of the config, but never over an edited unit without --force', async () => {
    await run('service', 'install', '--user', '--no-start')
    writeFileSync(join(folder, 'app-config.yaml'), 'backend: { lifecycle: { serverShutdownTimeout: 10s } }')
    expect((await run('service', 'install', '--user', '--no-start')).exit).toBe(0)
    expect(readFileSync(unitFile(), 'utf8')).toContain('TimeoutStopSec=55')
    appendFileSync(unitFile(), 'Alias=portal.service\n')
    for (const command of ['install', 'uninstall']) {
      expect(await run('service', command, '--user')).toEqual({
        exit: 1,
        text: expect.stringContaining('was edited, or written by something else'),
      })
    }
    expect(readFileSync(unitFile(), 'utf8')).toContain('Alias=portal.service')
    expect(told()).toEqual([''])
    expect((await run('service', 'install', '--user', '--no-start', '--force')).exit).toBe(0)
    expect(readFileSync(unitFile(), 'utf8')).not.toContain('Alias')
  })

  it('is not installed with a config that the portal would refuse', async () => {
    writeFileSync(join(folder, 'app-config.yaml'), 'backend: { listen: nowhere }')
    expect((await run('service', 'install', '--user')).exit).toBe(1)
    expect(existsSync(unitFile())).toBe(false)
  })

  it.runIf(hasAnalyze())('systemd finds no mistake in its units (only where systemd-analyze is installed)', async () => {
    for (const options of [[], ['--user']]) {
      writeFileSync(join(home, 'portico.service'), (await run('service', 'print', '--run-as', 'root', ...options)).text)
      const output = execFileSync(
        'sh',
        ['-c', 'systemd-analyze "$@" 2>&1', 'sh', 'verify', '--man=no', ...options, join(home, 'portico.service')],
        { encoding: 'utf8', env: { ...process.env, XDG_RUNTIME_DIR: home } },
      )
      expect(output.split('\n').filter(line => line.includes('portico.service'))).toEqual([])
    }
  })
})

function hasAnalyze(): boolean {
  return ['/usr/bin', '/bin'].some(each => existsSync(join(each, 'systemd-analyze')))
}

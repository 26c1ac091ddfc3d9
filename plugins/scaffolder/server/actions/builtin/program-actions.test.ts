import { eventually } from '@portico/core/testing'
import { scaffolderApi } from '@portico/scaffolder/common'
import { startScaffolder, type TestScaffolder } from '@portico/scaffolder/testing'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const folder = mkdtempSync(path.join(tmpdir(), 'portico-programs-'))
const before = process.env['PATH']

/** A fake program, on the path. */
function install(name: string, script: string): void {
  writeFileSync(path.join(folder, name), `#!/bin/sh\n${script}\n`)
  chmodSync(path.join(folder, name), 0o755)
}

const mark = (name: string) => path.join(folder, name)
const log = { action: 'debug:log', input: { listWorkspace: 'with-contents' } }
const rails = (values: object) => ({
  action: 'fetch:rails',
  input: { url: './rails', targetPath: 'app', values: { name: 'shop', ...values } },
})
const yeoman = (input: object) => ({ action: 'run:yeoman', input })

const templates = {
  app: {
    steps: [
      rails({ railsArguments: { template: './template.rb', database: 'postgresql', api: true, skipBundle: true, railsVersion: 'edge' } }),
      log,
    ],
  },
  outside: { steps: [rails({ railsArguments: { template: '../../../../etc/passwd' } })] },
  flag: { steps: [rails({ name: '--version' })] },
  generate: {
    steps: [yeoman({ namespace: 'acme:service', args: ['--shop'], options: { language: 'ts', tests: true, docs: false } }), log],
  },
  other: { steps: [yeoman({ namespace: 'evil' })] },
  broken: { steps: [yeoman({ namespace: 'acme:broken' })] },
  slow: { steps: [yeoman({ namespace: 'acme:slow' })] },
  link: { steps: [yeoman({ namespace: 'acme:link' })] },
}

let scaffolder: TestScaffolder
beforeAll(async () => {
  process.env['PATH'] = `${folder}:${before}`
  process.env['PORTICO_TEST_SECRET'] = 'not-for-programs'
  install(
    'rails',
    'mkdir "$2"; echo "$@" > "$2/arguments"; env > "$2/environment"; for a; do case $a in --template=*) cp "${a#*=}" "$2/from-template";; esac; done',
  )
  install(
    'yo',
    `case $1 in
acme:service) echo "$@" > made; echo "made it";;
acme:broken) echo "no such thing" >&2; exit 3;;
acme:slow) sleep 600 & echo $! > '${mark('child')}'; wait;;
acme:link) ln -s /etc/passwd passwords;;
*) touch '${mark('evil')}';;
esac`,
  )
  scaffolder = await startScaffolder(templates, {
    files: { 'rails/template.rb': 'gem "parcel"\n' },
    config: { scaffolder: { rails: {}, yeoman: { generators: ['acme:*'] } } },
  })
})
afterAll(async () => {
  await scaffolder.stop()
  process.env['PATH'] = before
  delete process.env['PORTICO_TEST_SECRET']
  rmSync(folder, { recursive: true, force: true })
})

test('rails makes a project from a template, without the environment of the server, and its files go where the step says', async () => {
  const { task, messages } = await scaffolder.run('app')
  const text = messages.join('\n')
  expect(task.status).toBe('completed')
  expect(text).toMatch(/app\/arguments[^]*new shop --api --skip-bundle --edge --database=postgresql --template=\S+template\.rb/)
  expect(text).toContain('gem "parcel"')
  expect(text).toContain('CI=true')
  expect(text).not.toContain('not-for-programs')
  expect(text).not.toContain('- .portico-rails')
})

test('a generator runs in the workspace with its arguments and options', async () => {
  const { task, messages } = await scaffolder.run('generate')
  const text = messages.join('\n')
  expect(task.status).toBe('completed')
  expect(text).toContain('made it')
  expect(text).toContain('acme:service --no-docs --language=ts --tests -- --shop')
})

test('only generators that config names are run, and what a template gives is neither a flag nor a path that leads out', async () => {
  expect((await scaffolder.run('other')).completion).toMatchObject({ error: { message: expect.stringContaining("does not name 'evil'") } })
  expect(existsSync(mark('evil'))).toBe(false)
  expect((await scaffolder.run('flag')).completion).toMatchObject({ error: { message: expect.stringContaining('values.name') } })
  expect((await scaffolder.run('outside')).completion).toMatchObject({
    error: { message: expect.stringContaining('outside of the workspace') },
  })
})

test('a program that fails is told with its last words, and a link that it made out of the workspace fails the step', async () => {
  expect((await scaffolder.run('broken')).completion).toMatchObject({ error: { message: 'yo ended with code 3: no such thing' } })
  expect((await scaffolder.run('link')).completion).toMatchObject({ error: { message: expect.stringContaining('/etc/passwd') } })
})

test('a cancelled task ends its program with everything that it started', async () => {
  const id = await scaffolder.create('slow')
  const child = await eventually(() => {
    const pid = Number(readFileSync(mark('child'), 'utf8'))
    expect(pid).toBeGreaterThan(0)
    return pid
  })
  await scaffolder.server.call(scaffolderApi.cancelTask, { params: { taskId: id } })
  await scaffolder.until(id, 'failed')
  await eventually(() => expect(isRunning(child)).toBe(false))
})

/** A process that has ended and that nobody has asked for yet is not running any more. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !existsSync(`/proc/${pid}/stat`) || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

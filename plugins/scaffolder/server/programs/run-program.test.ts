import { startScaffolder } from '@portico/scaffolder/testing'
import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { runProgram } from './run-program.ts'

const settings = { command: ['sh', '-c'], timeout: 60_000, maxMemoryMegabytes: 512, environment: {} }

function run(script: string, more: Partial<typeof settings> = {}, log: (line: string) => void = () => {}) {
  const { signal } = new AbortController()
  return runProgram({ key: 'scaffolder.x', settings: { ...settings, ...more }, arguments: [script], folder: tmpdir(), signal, log })
}

test('a program is ended at its time and at its memory, and both errors name the setting', async () => {
  await expect(run('sleep 600', { timeout: 50 })).rejects.toThrow('(scaffolder.x.timeout)')
  const eater = `"${process.execPath}" -e 'const all = []; setInterval(() => all.push(Buffer.alloc(2e7, 1)), 1)'`
  await expect(run(eater, { maxMemoryMegabytes: 200 })).rejects.toThrow('(scaffolder.x.maxMemoryMegabytes)')
})

test('a program that is not there is told with the setting that names it, and one that says too much is cut short', async () => {
  await expect(run('', { command: ['no-such-program'] })).rejects.toThrow("'no-such-program' of scaffolder.x.command is not on the PATH")
  const lines: string[] = []
  await run('i=0; while [ $i -lt 2100 ]; do echo $i; i=$((i+1)); done', {}, line => lines.push(line))
  expect(lines).toHaveLength(2001)
  expect(lines.at(-1)).toBe('… further output is left out')
})

test('without the settings the actions are there and say which key turns them on', async () => {
  const scaffolder = await startScaffolder({
    rails: { steps: [{ action: 'fetch:rails', input: { url: '.', values: { name: 'x' } } }] },
    yo: { steps: [{ action: 'run:yeoman', input: { namespace: 'x' } }] },
    pages: {
      steps: [
        {
          action: 'confluence:transform:markdown',
          input: { confluenceUrls: ['https://w.test/display/A/B'], repoUrl: 'https://g.test/a/b/blob/main/mkdocs.yml' },
        },
      ],
    },
  })
  const why = async (name: string) => JSON.stringify((await scaffolder.run(name)).completion?.['error'])
  expect(await why('rails')).toContain('scaffolder.rails of the config')
  expect(await why('yo')).toContain('scaffolder.yeoman of the config')
  expect(await why('pages')).toContain('There is no confluence.baseUrl in the config')
  await scaffolder.stop()
})

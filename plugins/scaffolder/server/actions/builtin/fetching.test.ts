import { startFakeGithub } from '@portico/integrations/testing'
import { startScaffolder, type TestScaffolder } from '@portico/scaffolder/testing'
import { chmodSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let github: Awaited<ReturnType<typeof startFakeGithub>>
let scaffolder: TestScaffolder
const links = { outside: '../../etc', absolute: '/etc/passwd', hidden: 'here/../..', root: '..' }

beforeAll(async () => {
  github = await startFakeGithub()
  github.model.add('acme/private', { 'skeleton/a.txt': 'Hello ${{ values.name }}', 'catalog-info.yaml': 'x' })
  github.state.authorization = { authorization: 'Bearer user-token-5' }
  const remote = `${github.url}/acme/private/tree/main/skeleton`
  const listing = { id: 'list', action: 'debug:log', input: { listWorkspace: 'with-contents' } }
  const fetch = (action: string, input: object) => ({ steps: [{ action, input }, listing] })
  scaffolder = await startScaffolder(
    {
      linked: {
        steps: [
          { action: 'fetch:template', input: { url: './linked', values: { name: 'shop' } } },
          { action: 'fetch:plain', input: { url: './linked', targetPath: 'copy' } },
          { action: 'fs:rename', input: { files: [{ from: 'copy/alias.txt', to: 'renamed.txt', overwrite: true }] } },
          listing,
        ],
      },
      ...Object.fromEntries(Object.keys(links).map(name => [name, fetch('fetch:template', { url: `./${name}`, values: {} })])),
      tree: fetch('fetch:template', { url: remote, values: { name: 'shop' }, token: '${{ secrets.TOKEN }}' }),
      plain: fetch('fetch:plain', { url: remote, token: '${{ secrets.TOKEN }}' }),
      file: fetch('fetch:plain:file', {
        url: `${remote.replace('tree', 'blob')}/a.txt`,
        targetPath: 'b.txt',
        token: '${{ secrets.TOKEN }}',
      }),
      cookies: fetch('fetch:cookiecutter', {
        url: './cookies',
        targetPath: 'out',
        values: { name: 'My Shop' },
        copyWithoutRender: ['*.tpl'],
      }),
      escaped: fetch('fetch:template', { url: './escaped', copyWithoutRender: ['*.yaml'] }),
      'no-cookies': fetch('fetch:cookiecutter', { url: './linked' }),
      untold: fetch('fetch:plain', { url: remote }),
    },
    {
      config: { integrations: { github: [{ host: github.host, apiBaseUrl: github.apiBaseUrl, token: 'config-token-1' }] } },
      files: {
        'linked/docs/${{ values.name }}.txt': 'Hello ${{ values.name }}',
        'linked/run.sh': 'run',
        'escaped/ci.yaml': "run: ${{ '${{' }} github.sha }}",
        'cookies/cookiecutter.json': JSON.stringify({
          name: 'app',
          slug: "{{ cookiecutter.name | lower | replace(' ', '-') }}",
          licence: ['MIT', 'ISC'],
          _copy_without_render: ['{{ cookiecutter.slug }}/raw/*'],
        }),
        'cookies/hooks/pre_gen_project.py': 'import os',
        'cookies/{{ cookiecutter.slug }}/{{ cookiecutter.slug }}.txt': '{{ cookiecutter.name }}, {{ cookiecutter.licence }}, ${{ x }}',
        'cookies/{{ cookiecutter.slug }}/a.tpl': '{{ cookiecutter.name }}',
        'cookies/{{ cookiecutter.slug }}/raw/b.txt': '{{ cookiecutter.name }}',
        ...Object.fromEntries(Object.keys(links).map(name => [`${name}/here/a.txt`, 'a'])),
      },
    },
  )
  const place = (name: string) => path.join(scaffolder.folder, name)
  chmodSync(place('linked/run.sh'), 0o755)
  symlinkSync('docs', place('linked/folder'))
  symlinkSync('run.sh', place('linked/alias.txt'))
  symlinkSync('../run.sh', place('linked/docs/up.sh'))
  for (const [name, target] of Object.entries(links)) symlinkSync(target, place(`${name}/link`))
})
afterAll(async () => {
  await scaffolder.stop()
  await github.close()
})

describe('a skeleton with links', () => {
  test('keeps those that stay inside as they are, and they can be moved', async () => {
    const { task, messages, completion } = await scaffolder.run('linked')
    expect([task.status, completion?.['error']]).toEqual(['completed', undefined])
    const listed = messages.find(message => message.startsWith('Workspace:')) ?? ''
    const names = [...listed.matchAll(/^ {2}- ([^:\n]+)/gm)].map(match => match[1])
    expect(names).toEqual([
      'alias.txt',
      'copy/docs/${{ values.name }}.txt',
      'copy/docs/up.sh',
      'copy/folder',
      'copy/run.sh',
      'docs/shop.txt',
      'docs/up.sh',
      'folder',
      'renamed.txt',
      'run.sh',
    ])
    expect(listed).toContain('Hello shop')
  })

  test.each(Object.entries(links))('that lead outside is refused, and nothing outside is read: %s', async (name, target) => {
    const { task, events, completion } = await scaffolder.run(name)
    expect([task.status, completion?.['error']]).toEqual([
      'failed',
      expect.objectContaining({
        code: 'scaffolder.outside-workspace',
        message: `The link 'link' leads to '${target}', which is outside of the workspace`,
      }),
    ])
    expect(JSON.stringify(events)).not.toContain('root:')
  })
})

test('a template of Cookiecutter is rendered with its defaults and the values, without running anything', async () => {
  const { task, messages, completion } = await scaffolder.run('cookies')
  expect([task.status, completion?.['error']]).toEqual(['completed', undefined])
  const listed = messages.find(message => message.startsWith('Workspace:')) ?? ''
  expect(listed.match(/- out\/.*:\n\n.*$/gm)).toEqual([
    '- out/a.tpl:\n\n  {{ cookiecutter.name }}',
    '- out/my-shop.txt:\n\n  My Shop, MIT, $',
    '- out/raw/b.txt:\n\n  {{ cookiecutter.name }}',
  ])
  expect(messages).toContain('Warning: Hooks of Cookiecutter are not run')
  expect((await scaffolder.run('no-cookies')).completion).toMatchObject({ error: { code: 'scaffolder.cookiecutter' } })
})

test('copyWithoutRender is ignored: files that escape their expressions come out right, and the log says what to write', async () => {
  const { messages } = await scaffolder.run('escaped')
  expect(messages.join('\n')).toContain('- ci.yaml:\n\n  run: ${{ github.sha }}')
  expect(messages).toContain(
    "Warning: fetch:template has no input 'copyWithoutRender'; it is ignored. Write copyWithoutTemplating, which copies contents as they are and fills in names",
  )
})

describe('the token of a user', () => {
  test.each(['tree', 'plain', 'file'])('reads what the credentials of the config may not: %s', async name => {
    const { task, messages, completion, events } = await scaffolder.run(name, {}, { TOKEN: 'user-token-5' })
    expect([task.status, completion?.['error']]).toEqual(['completed', undefined])
    expect(messages.join('\n')).toContain(name === 'tree' ? 'Hello shop' : 'Hello ${{ values.name }}')
    expect(JSON.stringify(events)).not.toContain('user-token-5')
  })

  test('is used for its own step only', async () => {
    expect((await scaffolder.run('untold')).task.status).toBe('failed')
    expect((await scaffolder.run('plain', {}, { TOKEN: 'another-token-6' })).task.status).toBe('failed')
  })
})

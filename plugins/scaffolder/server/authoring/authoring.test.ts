import { scaffolderApi } from '@portico/scaffolder/common'
import { startScaffolder, type TestScaffolder } from '@portico/scaffolder/testing'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'

const text = `apiVersion: scaffolder.backstage.io/v1beta3
kind: Template
metadata:
  name: one
spec:
  type: service
  parameters:
    - properties:
        name: { type: string }
  steps:
    - id: log
      action: debug:lag
    - id: fetch
      action: fetch:plain
      input:
        url: \${{ parameters.name }}
        tragetPath: x
`

let scaffolder: TestScaffolder
let files: Server
let url = ''
beforeAll(async () => {
  files = createServer((request, response) => {
    response.writeHead(request.url === '/t/template.yaml' ? 200 : 404).end(text)
  }).listen(0, '127.0.0.1')
  await once(files, 'listening')
  const host = `127.0.0.1:${(files.address() as AddressInfo).port}`
  url = `http://${host}/t/template.yaml`
  scaffolder = await startScaffolder(
    { local: { steps: [] } },
    { files: { 'skeleton/a.txt': 'hello' }, config: { backend: { reading: { allow: [{ host }] } } } },
  )
})
afterAll(async () => {
  await scaffolder.stop()
  files.closeAllConnections()
  files.close()
})

const render = (source: string, values: Record<string, unknown> = {}) =>
  scaffolder.server.call(scaffolderApi.renderExpression, { body: { source, values } })
const check = (given: string) => scaffolder.server.call(scaffolderApi.checkTemplate, { body: { text: given, directoryContents: [] } })
const readFiles = (body: { url: string } | { templateRef: string }) => scaffolder.server.call(scaffolderApi.readTemplateFiles, { body })

test('an expression is rendered with the values that are given, and keeps its type', async () => {
  expect(await render("${{ 'group:default/team-a' | parseEntityRef | pick('name') }}")).toEqual({ value: 'team-a' })
  expect(await render('${{ parameters.list }}', { parameters: { list: [1, 2] } })).toEqual({ value: [1, 2] })
  expect(await render('${{ always() }}')).toEqual({ value: true })
  expect(await render('${{ parameters.none }}', { parameters: {} })).toEqual({})
})

test('an expression that fails says where and why, and one without end is stopped', async () => {
  expect((await render('${{ 1 | nothing }}')).error).toMatchObject({ message: expect.stringContaining('nothing') })
  expect((await render('${{ 1 + }}')).error).toMatchObject({ line: 1 })
  const endless = '{% for a in range(99999) %}{% for b in range(99999) %}x{% endfor %}{% endfor %}'
  expect((await render(endless)).error?.message).toBeTruthy()
  await expect(render('x'.repeat(10_001))).rejects.toMatchObject({ status: 400 })
})

test('the text of a template is read, and what is wrong is said at its line', async () => {
  const { template, findings } = await check(text)
  expect(template).toMatchObject({ metadata: { name: 'one' } })
  expect(findings).toEqual([
    { severity: 'error', path: 'spec.steps[0].action', line: 12, message: expect.stringContaining("did you mean 'debug:log'?") },
    { severity: 'warning', path: 'spec.steps[1].input.tragetPath', line: 17, message: expect.stringContaining('tragetPath') },
  ])
  expect((await check('kind: [')).findings).toMatchObject([{ severity: 'error', line: 1 }])
  expect((await check('a: 1\nb: 2\nb: 3\n')).findings).toMatchObject([{ severity: 'error', line: 3 }])
  expect((await check('- 1')).findings).toMatchObject([{ message: 'The file holds no Template', line: 1 }])
  expect((await check(text.replace('    - id: log\n', '    - id: 7\n'))).findings).toMatchObject([{ line: 11, path: 'spec.steps.0.id' }])
})

test('the files of a template are read from where it is stored, or from an address; only as config allows', async () => {
  const local = await readFiles({ templateRef: 'template:default/local' })
  expect(local.templatePath).toBe('templates.yaml')
  expect(local.files.find(({ path }) => path === 'skeleton/a.txt')).toEqual({
    path: 'skeleton/a.txt',
    base64Content: Buffer.from('hello').toString('base64'),
  })
  const remote = await readFiles({ url })
  expect(remote).toEqual({
    templatePath: 'template.yaml',
    files: [{ path: 'template.yaml', base64Content: Buffer.from(text).toString('base64') }],
    skipped: [],
  })
  await expect(readFiles({ url: 'http://10.0.0.1/template.yaml' })).rejects.toMatchObject({ status: 403, code: 'core.host-refused' })
  await expect(readFiles({ url: 'file:///etc/passwd' })).rejects.toMatchObject({ status: 400 })
  await expect(readFiles({ templateRef: 'template:default/none' })).rejects.toMatchObject({ status: 404 })
})

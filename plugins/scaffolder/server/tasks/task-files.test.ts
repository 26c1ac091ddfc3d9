import { scaffolderApi } from '@portico/scaffolder/common'
import { startScaffolder, type TestScaffolder } from '@portico/scaffolder/testing'
import { sql } from 'kysely'
import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { extract } from 'tar-stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '@portico/core/testing'

let scaffolder: TestScaffolder
beforeAll(async () => {
  const fetch = {
    id: 'fetch',
    action: 'fetch:template',
    input: { url: './skeleton', values: { name: '${{ parameters.name }}', token: '${{ secrets.TOKEN }}' } },
  }
  scaffolder = await startScaffolder(
    {
      makes: { steps: [fetch] },
      breaks: { steps: [fetch, { id: 'read', action: 'fetch:plain:file', input: { url: './nothing.txt', targetPath: 'x' } }] },
      nothing: { steps: [{ action: 'debug:log', input: { message: 'hello' } }] },
    },
    {
      files: {
        'skeleton/README.md': '# ${{ values.name }}',
        'skeleton/src/main.js': 'start()',
        'skeleton/.npmrc': 'token=${{ values.token }}',
        'skeleton/.git/config': '[core]',
      },
    },
  )
})
afterAll(() => scaffolder.stop())

const secrets = { TOKEN: 'hush-hush' }
const list = (taskId: string) => scaffolder.server.call(scaffolderApi.listTaskFiles, { params: { taskId } })
const download = (taskId: string) => scaffolder.server.fetch(`/api/scaffolder/v2/tasks/${taskId}/archive`)

async function unpack(response: Response): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  const entries = Readable.from([Buffer.from(await response.arrayBuffer())])
    .pipe(createGunzip())
    .pipe(extract())
  for await (const entry of entries) {
    found[entry.header.name] = ''
    for await (const chunk of entry) found[entry.header.name] += String(chunk)
  }
  return found
}

test('the files of a run can be downloaded, in a folder named by what it made; what holds a secret is left out', async () => {
  const { id } = await scaffolder.run('makes', { name: 'Parcel Weigher' }, secrets)
  expect(await list(id)).toMatchObject({
    files: [
      { path: 'README.md', size: 16 },
      { path: 'src/main.js', size: 7 },
    ],
    leftOut: 1,
    keptUntil: expect.any(String),
  })
  const response = await download(id)
  expect(response.headers.get('content-type')).toBe('application/gzip')
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="Parcel-Weigher.tar.gz"')
  expect(await unpack(response)).toEqual({ 'Parcel-Weigher/README.md': '# Parcel Weigher', 'Parcel-Weigher/src/main.js': 'start()' })
})

test('a run that failed gives what there is; later the files are gone, and a retry starts over', async () => {
  const { id, task } = await scaffolder.run('breaks', { name: 'shop' }, secrets)
  expect(task.status).toBe('failed')
  expect(Object.keys(await unpack(await download(id)))).toEqual(['shop/README.md', 'shop/src/main.js'])
  const db = scaffolder.server.database.forSchema('scaffolder')
  await sql`update task set finished_at = now() - interval '31 days' where id = ${id}`.execute(db)
  const trigger = '/api/scaffolder/.backstage/scheduler/v1/tasks/close-stale-tasks/trigger'
  expect((await scaffolder.server.as({ plugin: 'scaffolder' }).fetch(trigger, { method: 'POST' })).status).toBe(200)
  await eventually(async () => expect((await list(id)).files).toEqual([]))
  const refused = await download(id)
  expect([refused.status, await refused.json()]).toMatchObject([
    404,
    { error: { message: expect.stringContaining('more than 30 days ago') } },
  ])
  await scaffolder.server.call(scaffolderApi.retryTask, { params: { taskId: id }, body: { secrets } })
  await scaffolder.until(id, 'failed')
  expect((await scaffolder.eventsOf(id)).filter(({ type }) => type === 'recovered').map(({ body }) => body['recoverStrategy'])).toEqual([
    'startOver',
  ])
})

test('a run without files has none to download, and without a run or a caller there are none', async () => {
  const { id } = await scaffolder.run('nothing')
  expect(await list(id)).toMatchObject({ files: [], leftOut: 0 })
  expect((await download(id)).status).toBe(404)
  expect((await download('00000000-0000-0000-0000-000000000000')).status).toBe(404)
  expect((await scaffolder.server.as(undefined).fetch(`/api/scaffolder/v2/tasks/${id}/archive`)).status).toBe(401)
})

import { fromCircleDetails, toCircleBuild, toCircleBuilds, toCircleOutput } from '@portico/builds/common'
import { expect, test } from 'vitest'
import { createSampleCircleCi } from './sample-circleci.ts'

const now = () => Date.UTC(2026, 10, 16)
const sample = createSampleCircleCi({ outputUrl: 'http://portal.test/output', now })
const get = (url: string, method = 'GET') => {
  const { status, body } = sample({ method, url })
  return { status, json: JSON.parse(body) as unknown }
}

test('invented builds are the same each time, on two branches, good and bad', () => {
  const list = toCircleBuilds(get('/project/github/acme/web?limit=50&offset=0&circle-token=').json)
  expect(toCircleBuilds(get('/project/github/acme/web?limit=50&offset=0').json)).toEqual(list)
  expect(list).toHaveLength(50)
  expect(new Set(list.map(({ branch }) => branch))).toEqual(new Set(['main', 'delivery-windows']))
  expect(list[0]?.status).toBe('running')
  expect(new Set(list.map(({ status }) => status)).has('failed')).toBe(true)
  expect(toCircleBuilds(get('/project/github/acme/web/tree/main?limit=5').json).every(({ branch }) => branch === 'main')).toBe(true)
})

test('they have steps with logs, can be retried, and others are not found', () => {
  const list = toCircleBuilds(get('/project/github/acme/web?limit=100').json)
  const failed = list.find(({ status }) => status === 'failed')?.build_num ?? 0
  const { steps } = fromCircleDetails(toCircleBuild(get(`/project/github/acme/web/${failed}`).json))
  const last = steps.at(-1)?.actions[0]
  expect(last?.status).toBe('failed')
  expect(toCircleOutput(get((last?.id ?? '').replace('http://portal.test', '')).json)).toContain('AssertionError')
  const newest = list[0]?.build_num ?? 0
  expect(toCircleBuild(get(`/project/github/acme/web/${failed}/retry`, 'POST').json).build_num).toBe(newest + 1)
  for (const path of [
    '/project/github/acme/web/0',
    '/project/github/acme/web/x',
    '/nothing',
    '/project/svn/a/b',
    `/project/github/acme/web/${newest + 2}`,
  ])
    expect([path, get(path).status]).toEqual([path, 404])
  expect(get('/me').json).toMatchObject({ login: 'sample' })
})

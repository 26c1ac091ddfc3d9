import { circleBuild, createCirclePage } from '@portico/builds/testing'
import { eventually } from '@portico/core/testing'
import { answer, renderPage, type AnsweredRequest } from '@portico/core/testing/web'
import { within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { component, createOpenBuilds, tabPath } from './testing/builds-fixture.ts'

const open = createOpenBuilds(renderPage, answer, createCirclePage<AnsweredRequest>)

const isCircle = (url: string) => url.includes('/circleci/')
const page = () => new Response('<!doctype html><title>Sign in</title>', { headers: { 'content-type': 'text/html' } })

test.each<[string, () => Response, RegExp]>([
  ['a page', page, /something that is not JSON/],
  ['JSON of another kind', () => Response.json({ hello: 1 }), /not a list of builds/],
  ['401', () => Response.json({ message: 'You must log in first.' }, { status: 401 }), /CircleCI: You must log in first\./],
  ['429', () => Response.json({ message: 'Rate limit exceeded' }, { status: 429 }), /CircleCI: Rate limit exceeded/],
  ['a page and 500', () => new Response('<html>', { status: 500 }), /Request failed with status 500/],
  ['404 of a proxy without the endpoint', () => new Response('', { status: 404 }), /The proxy has no endpoint \/circleci\/api/],
  [
    '200 MB',
    () => new Response('[]', { headers: { 'content-length': String(200 * 2 ** 20) } }),
    /The answer of CircleCI is larger than 20 MB/,
  ],
])('a host that answers with %s is told in words', async (_name, respond, words) => {
  const { screen } = open({ instead: ({ url }) => (isCircle(url) ? respond() : undefined) })
  expect((await screen.findAllByText(words))[0]).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy()
})

test.each(['..%2f..%2fadmin', '%2e%2e', '3%2Fretry', 'abc', '3%3Fx=1', '-1'])('a build id %s reaches no host', async id => {
  const { screen, asked } = open({ path: `${tabPath}/${id}` })
  expect(await screen.findByText(/^There is no build/)).toBeTruthy()
  expect(asked.filter(line => !line.includes('/me?') && !line.includes('limit='))).toEqual([])
})

test('a slug that leads elsewhere reaches no host', async () => {
  const { screen, asked } = open({ entity: component({ 'circleci.com/project-slug': 'github/../../me' }) })
  expect((await screen.findAllByText(/is not a project slug/))[0]).toBeTruthy()
  expect(asked).toEqual([])
})

test('a build that can no longer be read stays, with a note', async () => {
  let isDown = false
  const { screen } = open({
    path: `${tabPath}/3`,
    instead: ({ url }) => (isDown && isCircle(url) ? page() : undefined),
  })
  await screen.findByRole('region', { name: 'Build 3' })
  isDown = true
  expect(await screen.findByText(/The build could not be read again/)).toBeTruthy()
  expect(screen.getByRole('region', { name: 'Build 3' })).toBeTruthy()
})

const withLog = (output_url: string) =>
  circleBuild(3, { status: 'failed', steps: [{ name: 'Test', actions: [{ name: 'Test', failed: true, output_url }] }] })

test('a log of 200,000 lines draws only what is in view, with its first error in it and its groups folded', async () => {
  const lines = Array.from({ length: 200_000 }, (_, at) => `\u001b[32m✓\u001b[0m case ${at}`)
  lines[150_000] = 'Error: case 150000 is broken'
  lines[10] = '##[group]Packages'
  lines[20] = '##[endgroup]'
  const { screen, user, model } = open({
    path: `${tabPath}/3`,
    outputs: { 'https://s3.test/long': [{ message: lines.join('\r\n') }] },
  })
  model.builds = [withLog('https://s3.test/long')]
  const log = await screen.findByRole('log', { name: 'Log of Test' })
  expect(screen.getByText('199,999 lines')).toBeTruthy()
  expect(log.querySelectorAll('[data-line]').length).toBeLessThan(200)
  const shown = within(log)
  expect(await shown.findByText(/case 150000 is broken/)).toBeTruthy()
  await user.click(screen.getByRole('searchbox', { name: 'Search in log' }))
  await user.paste('packages')
  await user.click(await shown.findByRole('button', { name: 'Show 9 lines' }))
  expect(await shown.findByRole('button', { name: 'Hide 9 lines' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'First error' }))
  expect(await shown.findByText(/case 150000 is broken/)).toBeTruthy()
})

test('a line of 5 MB is drawn as far as it can be read', async () => {
  const { screen, model } = open({
    path: `${tabPath}/3`,
    outputs: { 'https://s3.test/line': [{ message: `start ${'x'.repeat(5_000_000)}` }] },
  })
  model.builds = [withLog('https://s3.test/line')]
  const log = await screen.findByRole('log', { name: 'Log of Test' })
  expect(within(log).getByText('4,995,006 more characters')).toBeTruthy()
  expect(log.textContent.length).toBeLessThan(6000)
})

test('a log that cannot be read says why; the page calls no other host, whatever the address is', async () => {
  const message = 'The log could not be read: s3.test answered with status 403'
  const failing = ({ url }: { readonly url: string }) =>
    url.includes('/output?') ? Response.json({ error: { name: 'ServiceUnavailableError', message } }, { status: 503 }) : undefined
  const { screen, model } = open({ path: `${tabPath}/3`, instead: failing })
  model.builds = [withLog('https://s3.test/x')]
  expect((await screen.findAllByText(/The log could not be read: s3\.test answered with status 403/))[0]).toBeTruthy()
  const second = open({ path: `${tabPath}/3` })
  second.model.builds = [withLog('javascript:alert(1)')]
  await eventually(() => expect(second.asked).toContain('GET javascript:alert(1)'))
  expect([...model.refused, ...second.model.refused]).toEqual([])
  expect(second.requests.every(({ url }) => url.startsWith('http://portal.test/'))).toBe(true)
})

import { answer, renderPage } from '@portico/core/testing/web'
import { defineContract, get, notFoundError } from '@portico/core/common'
import type { ComponentType } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { createBrowserConfig, readAppMetadata } from './config.ts'
import { defineWebPlugin, ErrorBoundary, ErrorPage, query, RequestErrorPanel, useQuery } from './index.ts'
import { guardWindowOpen } from './window-open.ts'

afterEach(() => vi.restoreAllMocks())

function pageOf(View: ComponentType, more: { path: string; View: ComponentType }[] = []) {
  const pages = [{ path: '/', View }, ...more].map(page => ({
    path: page.path,
    title: 'Page',
    load: async () => ({ default: page.View }),
  }))
  return [defineWebPlugin({ id: 'host', pages })]
}
function Boom(): never {
  throw new Error('wires crossed')
}

test('the error boundary says that something went wrong, and the error is in the console [SHELL-58]', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  const { screen } = renderPage({
    plugins: pageOf(() => (
      <ErrorBoundary>
        <Boom />
      </ErrorBoundary>
    )),
  })
  expect(await screen.findByRole('heading', { name: 'Something Went Wrong' })).toBeTruthy()
  expect(screen.getByText('wires crossed')).toBeTruthy()
  expect(logged.mock.calls.flat().some(each => each instanceof Error && each.message === 'wires crossed')).toBe(true)
})

test('the error boundary names who can help, as words or as a link [SHELL-59]', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const { screen } = renderPage({
    plugins: pageOf(() => (
      <>
        <ErrorBoundary channel="#portal">
          <Boom />
        </ErrorBoundary>
        <ErrorBoundary channel={{ name: '#platform', href: 'https://chat.test/platform' }}>
          <Boom />
        </ErrorBoundary>
        <ErrorBoundary channel={{ name: '#evil', href: 'javascript:alert(1)' }}>
          <Boom />
        </ErrorBoundary>
      </>
    )),
  })
  expect(await screen.findByText('Please contact #portal for help.')).toBeTruthy()
  const link = screen.getByRole('link', { name: /#platform/ })
  expect(link.getAttribute('href')).toBe('https://chat.test/platform')
  expect(link.parentElement?.textContent).toMatch(/^Please contact #platform.* for help\.$/)
  expect(screen.getByText('Please contact #evil for help.')).toBeTruthy()
})

test('the error page says what failed, leads back one step and to the support [SHELL-14] [SHELL-15] [SHELL-16]', async () => {
  const Failed = () => <ErrorPage status={404} statusMessage="Team not found" />
  const plugins = pageOf(() => <h1>Start</h1>, [{ path: '/failed', View: Failed }])
  const open = async (config: Record<string, unknown>) => {
    const opened = renderPage({ plugins, config })
    await opened.screen.findByRole('heading', { name: 'Start' })
    void opened.router.navigate('/failed')
    await opened.screen.findByRole('heading', { name: 'Looks like someone dropped the mic!' })
    return opened
  }
  const support = ({ screen }: Awaited<ReturnType<typeof open>>) =>
    screen.getByRole('link', { name: /Contact support/ }).getAttribute('href')
  const plain = await open({})
  expect(plain.screen.getByText('ERROR 404: Team not found')).toBeTruthy()
  expect(support(plain)).toMatch(/^https:/)
  await plain.user.click(plain.screen.getByRole('button', { name: 'Go back' }))
  expect(await plain.screen.findByRole('heading', { name: 'Start' })).toBeTruthy()
  const configured = await open({ app: { baseUrl: 'http://portal.test', support: { url: 'https://help.test' } } })
  expect(support(configured)).toBe('https://help.test')
})

test('a stack trace is shown and hidden on demand, and without one there is no toggle [SHELL-17]', async () => {
  const { screen, user, router } = renderPage({
    plugins: pageOf(
      () => <ErrorPage status={500} statusMessage="Broken" stack="at boom (x.ts:1)" />,
      [{ path: '/plain', View: () => <ErrorPage statusMessage="Broken" /> }],
    ),
  })
  await user.click(await screen.findByRole('button', { name: 'Show more details' }))
  expect(screen.getByText('at boom (x.ts:1)').hidden).toBe(false)
  await user.click(screen.getByRole('button', { name: 'Show less details' }))
  expect(screen.getByText('at boom (x.ts:1)').hidden).toBe(true)
  void router.navigate('/plain')
  await screen.findByText('ERROR : Broken')
  expect(screen.queryByRole('button', { name: /details/ })).toBeNull()
})

test('a failed request shows its method, address, status and the whole answer as JSON [SHELL-57]', async () => {
  const petsApi = defineContract('pets', { getPet: get('/pets/:name', { access: 'signed-in', reply: z.object({}) }) })
  const View = () => {
    const { error } = useQuery(query(petsApi.getPet, { params: { name: 'rex' } }))
    return error ? <RequestErrorPanel error={error} /> : <p>Waiting</p>
  }
  const refused = notFoundError('There is no Rex', { code: 'pets.none', details: { near: ['Max'] } })
  const { screen, user } = renderPage({ plugins: pageOf(View), answers: [answer(petsApi.getPet, refused)] })
  const panel = await screen.findByRole('alert')
  expect(panel.textContent).toContain('There is no Rex')
  for (const fact of ['GET', 'http://portal.test/api/pets/pets/rex', '404']) expect(screen.getByText(fact)).toBeTruthy()
  const more = screen.queryByRole('button', { name: 'Show more details' })
  if (more) await user.click(more)
  for (const part of ['"name": "NotFoundError"', '"code": "pets.none"', '"Max"', '"statusCode": 404']) {
    expect(panel.textContent).toContain(part)
  }
})

test('an organisation without a name is called Company [SHELL-68]', () => {
  const facts = (data: Record<string, unknown>) => readAppMetadata(createBrowserConfig([{ context: 'test', data }]))
  expect(facts({}).organization).toBe('Company')
  expect(facts({ organization: { name: 'Acme' } }).organization).toBe('Acme')
})

test('a window is not opened at an address that would run a script [SHELL-69]', () => {
  const opened: unknown[] = []
  const target = { open: (...given: unknown[]) => (opened.push(given), null) }
  guardWindowOpen(target)
  for (const url of ['javascript:alert(1)', ' JavaScript:alert(1)', 'java\nscript:alert(1)', new URL('javascript:alert(1)')]) {
    expect(() => target.open(url, '_blank')).toThrow('would run a script')
  }
  target.open('https://docs.test', '_blank')
  target.open()
  expect(opened).toEqual([['https://docs.test', '_blank'], [undefined]])
})

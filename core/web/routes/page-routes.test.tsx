import { answer, renderPage } from '@portico/core/testing/web'
import { defineContract, get, notFoundError } from '@portico/core/common'
import { waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { configApiRef, defineWebPlugin, query, useApi, useIdentity, useQuery, useTitle } from '../index.ts'

const petsApi = defineContract('pets', { getPet: get('/pets/:name', { access: 'signed-in', reply: z.object({ name: z.string() }) }) })

function PetPage() {
  const { data, error } = useQuery(query(petsApi.getPet, { params: { name: 'rex' } }))
  useTitle(data?.name)
  if (error) return <p role="alert">{error.message}</p>
  return <h1>{data ? `This is ${data.name}` : 'Looking'}</h1>
}

function MePage() {
  return (
    <>
      <h1>{useIdentity().userEntityRef}</h1>
      <p>{useApi(configApiRef).getString('pets.food')}</p>
    </>
  )
}

const petsWeb = defineWebPlugin({
  id: 'pets',
  pages: [
    {
      path: '/',
      title: 'Start',
      load: async () => ({ default: () => <h1>Start here</h1> }),
      nav: { label: 'Start', icon: <i />, order: 1 },
    },
    { path: '/pets/rex', title: 'Pet', load: async () => ({ default: PetPage }), nav: { label: 'Rex', icon: <i /> } },
    { path: '/whoami', title: 'Me', load: async () => ({ default: MePage }) },
  ],
})
const rex = answer(petsApi.getPet, { name: 'Rex' })

afterEach(() => vi.restoreAllMocks())

test('a plugin contributes pages under its routes, and a page reads through its contract with the token of the user [SHELL-02]', async () => {
  const { screen, requests } = renderPage({ plugins: [petsWeb], path: '/pets/rex', answers: [rex] })
  expect(await screen.findByRole('heading', { name: 'This is Rex' })).toBeTruthy()
  expect(requests.find(request => request.path === '/pets/rex')?.headers.get('authorization')).toBe('Bearer test-token')
})

test('the document is titled by the page, and by the view when it knows better [UI-11]', async () => {
  const { screen, user } = renderPage({ plugins: [petsWeb], answers: [rex] })
  await screen.findByRole('heading', { name: 'Start here' })
  await waitFor(() => expect(document.title).toBe('Start | Test Portal'))
  await user.click(screen.getAllByRole('link', { name: 'Rex' })[0]!)
  await screen.findByRole('heading', { name: 'This is Rex' })
  await waitFor(() => expect(document.title).toBe('Rex | Test Portal'))
})

test('an error of the server is shown with its own message', async () => {
  const { screen } = renderPage({
    plugins: [petsWeb],
    path: '/pets/rex',
    answers: [answer(petsApi.getPet, notFoundError('There is no Rex'))],
  })
  expect((await screen.findByRole('alert')).textContent).toBe('There is no Rex')
})

test('all pages live under the path of app.baseUrl [SHELL-05]', async () => {
  const { screen, user, router } = renderPage({
    plugins: [petsWeb],
    answers: [rex],
    config: { app: { baseUrl: 'http://portal.test/portal' } },
  })
  await user.click((await screen.findAllByRole('link', { name: 'Rex' }))[0]!)
  await screen.findByRole('heading', { name: 'This is Rex' })
  expect(router.state.location.pathname).toBe('/portal/pets/rex')
})

test('an unknown path shows the not-found page with status 404 [SHELL-06] [SHELL-12]', async () => {
  const { screen } = renderPage({ plugins: [petsWeb], path: '/nowhere' })
  expect(await screen.findByRole('heading', { name: 'PAGE NOT FOUND' })).toBeTruthy()
  expect(screen.getByText('404')).toBeTruthy()
  expect(screen.getByText(/nothing at \/nowhere/)).toBeTruthy()
})

test('a chunk that fails to load shows the boot-error page, in the frame, and is requested again by Retry and by the next visit [SHELL-08]', async () => {
  let fails = true
  const load = async () => {
    if (fails) throw new Error('gone')
    return { default: () => <h1>Here after all</h1> }
  }
  const flaky = defineWebPlugin({ id: 'flaky', pages: [{ path: '/flaky', title: 'Flaky', load, nav: { label: 'Flaky', icon: <i /> } }] })
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const { screen, user, router } = renderPage({ plugins: [petsWeb, flaky], answers: [rex], path: '/flaky' })
  const sentence = 'Lazy loaded chunk failed to load, try to reload the page: gone'
  expect((await screen.findByRole('alert')).textContent).toBe(sentence)
  expect(screen.getAllByRole('navigation', { name: 'Main navigation' }).length).toBeGreaterThan(0)
  await router.navigate('/')
  await screen.findByRole('heading', { name: 'Start here' })
  expect(screen.queryByText(sentence)).toBeNull()
  await router.navigate('/flaky')
  await screen.findByText(sentence)
  fails = false
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('heading', { name: 'Here after all' })).toBeTruthy()
})

test('an error thrown inside a plugin shows as that plugin’s, leaves the navigation, and Retry tries again [SHELL-09] [SHELL-10]', async () => {
  let fails = true
  function Moody() {
    if (fails) throw new Error('not today')
    return <h1>All good</h1>
  }
  const moody = defineWebPlugin({
    id: 'moody',
    pages: [{ path: '/', title: 'Moody', load: async () => ({ default: Moody }), nav: { label: 'Moody', icon: <i /> } }],
  })
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const { screen, user } = renderPage({ plugins: [moody] })
  expect(await screen.findByRole('heading', { name: 'Error in moody' })).toBeTruthy()
  expect(screen.getByText('not today')).toBeTruthy()
  expect(screen.getAllByRole('link', { name: 'Moody' }).length).toBeGreaterThan(0)
  fails = false
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('heading', { name: 'All good' })).toBeTruthy()
})

test('an error is reset by navigation: another page of the same plugin shows', async () => {
  const half = defineWebPlugin({
    id: 'half',
    pages: [
      {
        path: '/',
        title: 'Bad',
        load: async () => ({
          default: () => {
            throw new Error('bad page')
          },
        }),
      },
      { path: '/good', title: 'Good', load: async () => ({ default: () => <h1>Good page</h1> }), nav: { label: 'Good', icon: <i /> } },
    ],
  })
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const { screen, user } = renderPage({ plugins: [half] })
  await screen.findByRole('heading', { name: 'Error in half' })
  await user.click(screen.getAllByRole('link', { name: 'Good' })[0]!)
  expect(await screen.findByRole('heading', { name: 'Good page' })).toBeTruthy()
})

test('Skip to content moves the focus to the content, and so does a change of page [UI-41]', async () => {
  const { screen, user } = renderPage({ plugins: [petsWeb], answers: [rex] })
  await screen.findByRole('heading', { name: 'Start here' })
  await user.tab()
  expect(document.activeElement?.textContent).toBe('Skip to content')
  await user.keyboard('{Enter}')
  expect(document.activeElement).toBe(screen.getByRole('main'))
  await user.click(screen.getAllByRole('link', { name: 'Rex' })[0]!)
  await screen.findByRole('heading', { name: 'This is Rex' })
  expect(document.activeElement).toBe(screen.getByRole('main'))
})

test('a page that puts the focus into a field of its own keeps it there', async () => {
  const form = defineWebPlugin({
    id: 'form',
    pages: [
      { path: '/', title: 'Home', load: async () => ({ default: () => <h1>Home page</h1> }) },
      {
        path: '/form',
        title: 'Form',
        load: async () => ({ default: () => <input aria-label="Name" {...{ autoFocus: true }} /> }),
        nav: { label: 'Form', icon: <i /> },
      },
    ],
  })
  const { screen, user } = renderPage({ plugins: [form] })
  await user.click((await screen.findAllByRole('link', { name: 'Form' }))[0]!)
  const field = await screen.findByRole('textbox', { name: 'Name' })
  expect(document.activeElement).toBe(field)
})

test('plugins can read who is signed in, and the config [AUTH-118] [SHELL-03]', async () => {
  const { screen } = renderPage({ plugins: [petsWeb], path: '/whoami', config: { pets: { food: 'bones' } } })
  expect(await screen.findByRole('heading', { name: 'user:default/jane' })).toBeTruthy()
  expect(screen.getByText('bones')).toBeTruthy()
})

test('two plugins of one id, and two pages at one path, are refused by name [SHELL-38] [SHELL-39]', () => {
  const twin = { path: '/pets/:pet', title: 'x', load: async () => ({ default: () => undefined }) }
  expect(() => renderPage({ plugins: [petsWeb, petsWeb] })).toThrow("Duplicate plugin id 'pets'")
  expect(() =>
    renderPage({
      plugins: [
        { id: 'a', pages: [twin] },
        { id: 'b', pages: [{ ...twin, path: '/pets/:name' }] },
      ],
    }),
  ).toThrow("Duplicate route '/pets/:'")
})

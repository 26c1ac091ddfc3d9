import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { mountPortal } from './index.ts'

beforeEach(() => {
  window.matchMedia = query => ({ matches: query.includes('dark'), addEventListener: () => {} }) as unknown as MediaQueryList
})

afterEach(() => {
  document.head.innerHTML = ''
  document.body.innerHTML = ''
})

function mountWith(config: string | undefined) {
  const script = config === undefined ? '' : `<script type="backstage.io/config">${config}</script>`
  document.head.innerHTML = script
  document.body.innerHTML = '<div id="root"></div>'
  mountPortal({ plugins: [] })
}

test('a portal opens with the config that the page carries, later parts winning', async () => {
  mountWith(
    JSON.stringify([
      { data: { app: { title: 'First' } }, context: 'a' },
      { data: { app: { title: 'Second' } }, context: 'b' },
    ]),
  )
  expect(await screen.findByRole('heading', { name: 'Second' })).toBeTruthy()
  // The scheme is set by an effect, which may come after the page is there.
  await waitFor(() => expect(document.documentElement.dataset['mantineColorScheme']).toBe('dark'))
})

test.each([
  ['{broken', /^The configuration failed to load, someone should have a look at this error: .*JSON/],
  ['{}', 'The configuration failed to load, someone should have a look at this error: The configuration is not a list of parts'],
  ['[{"data": 5}]', 'The configuration failed to load, someone should have a look at this error: Part 1 of the configuration has no data'],
  [undefined, 'The configuration failed to load, someone should have a look at this error: The page carries no configuration'],
  ['[{"data": {"app": {"title": 5}}}]', /someone should have a look at this error: Invalid config for key 'app.title'/],
])('config that is %s shows the boot-error page [SHELL-07]', async (config, message) => {
  mountWith(config)
  const { textContent } = await screen.findByRole('alert')
  if (message instanceof RegExp) expect(textContent).toMatch(message)
  else expect(textContent).toBe(message)
})

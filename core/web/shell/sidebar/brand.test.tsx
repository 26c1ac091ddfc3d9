import { renderPage } from '@portico/core/testing/web'
import { cleanup, fireEvent, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'

afterEach(cleanup)

const branding = { logo: 'https://example.com/logo.svg', icon: 'https://example.com/icon.svg' }
const plugin = { id: 'desk', pages: [{ path: '/', title: 'Desk', load: async () => ({ default: () => <h1>Desk</h1> }) }] }

test('a mark below the name, and on the bar of phones, tells one portal apart from another', async () => {
  const { screen } = renderPage({ plugins: [plugin], path: '/', config: { app: { title: 'Acme', branding: { mark: 'Staging' } } } })
  await screen.findByRole('heading', { name: 'Desk' })
  const [link] = screen.getAllByRole('link', { name: 'Acme Staging' })
  expect(within(link!).getByText('Staging')).toBeTruthy()
  expect(link!.textContent).toBe('Acme Staging')
  // Phones have no sidebar: there the mark is on the bar at the foot.
  const bar = screen
    .getAllByRole('navigation', { name: 'Main navigation' })
    .find(each => within(each).queryByRole('button', { name: 'More' }))
  expect(within(bar!).getByText('Staging')).toBeTruthy()
})

test('the logo stands for the title, and a logo or icon that cannot be had gives way to what comes next', async () => {
  const { screen } = renderPage({ plugins: [plugin], path: '/', config: { app: { title: 'Acme', branding } } })
  await screen.findByRole('heading', { name: 'Desk' })
  const [link] = screen.getAllByRole('link', { name: 'Acme' })
  const picture = () => link!.querySelector('img')
  if (picture()?.src === branding.logo) {
    expect(within(link!).queryByText('Acme')).toBeNull()
    fireEvent.error(picture()!)
  }
  expect(picture()?.src).toBe(branding.icon)
  expect(within(link!).getByText('Acme')).toBeTruthy()
  fireEvent.error(picture()!)
  expect(picture()).toBeNull()
  expect(within(link!).getByText('Acme')).toBeTruthy()
})

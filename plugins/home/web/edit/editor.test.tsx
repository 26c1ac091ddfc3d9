import { createMemoryStorage, defineWebPlugin, homeWidgets } from '@portico/core/web'
import { renderPage } from '@portico/core/testing/web'
import { within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { homeWeb } from '../index.tsx'
import { ownJokes } from '../jokes/own-jokes.ts'
import type { SavedLayout } from '../layout/layout.ts'

const layoutKey = '/home/layout'
const joke = { id: 'home/joke', widget: 'home/joke', x: 0, y: 0, w: 4, h: 4 }
const clock = { id: 'home/clock', widget: 'home/clock', x: 4, y: 0, w: 4, h: 3 }

async function arrange(widgets: readonly object[] | undefined, plugins = [homeWeb]) {
  const storage = createMemoryStorage()
  if (widgets) storage.setItem(layoutKey, JSON.stringify({ version: 1, widgets }))
  const page = renderPage({ plugins, storage })
  await page.user.click(await page.screen.findByRole('button', { name: 'Arrange' }))
  await page.screen.findByRole('toolbar', { name: 'Arrange your home page' })
  const saved = () => JSON.parse(storage.getItem(layoutKey) ?? 'null') as SavedLayout | null
  const save = async () => {
    await page.user.click(page.screen.getByRole('button', { name: 'Save' }))
    await page.screen.findByRole('button', { name: 'Arrange' })
    return Object.fromEntries((saved()?.widgets ?? []).map(({ id, x, y, w, h }) => [id, [x, y, w, h]]))
  }
  return { ...page, storage, saved, save }
}

test('widgets are moved and resized by the keyboard, and it is said where they are', async () => {
  const { screen, user, save } = await arrange([joke, clock])
  screen.getByRole('button', { name: 'Move Random Joke' }).focus()
  await user.keyboard('{ArrowRight}')
  expect(screen.getByRole('status', { name: '' }).textContent).toContain('Random Joke: column 2, row 1, 4 wide, 4 high')
  screen.getByRole('button', { name: 'Resize World clock' }).focus()
  await user.keyboard('{ArrowRight}{ArrowDown}{ArrowDown}')
  expect(await save()).toEqual({ 'home/joke': [1, 0, 4, 4], 'home/clock': [4, 4, 5, 5] })
})

test('Random Joke cannot be made smaller than 4 rows and 3 columns [HOME-04]', async () => {
  const { screen, user, save } = await arrange([joke])
  screen.getByRole('button', { name: 'Resize Random Joke' }).focus()
  await user.keyboard('{ArrowLeft>9/}{ArrowUp>9/}')
  expect(await save()).toEqual({ 'home/joke': [0, 0, 3, 4] })
})

test('Random Joke has the setting defaultCategory with the values any, programming and dad, any by default [HOME-03]', async () => {
  const { screen, user, save, saved } = await arrange([joke])
  await user.click(screen.getByRole('button', { name: 'Settings of Random Joke' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Settings of Random Joke' }))
  const choices = await dialog.findAllByRole('radio')
  expect(choices.map(choice => (choice as HTMLInputElement).value)).toEqual(['any', 'programming', 'dad'])
  expect(dialog.getByRole('radio', { checked: true }).getAttribute('value')).toBe('any')
  await user.click(dialog.getByRole('radio', { name: 'Dad jokes' }))
  await user.click(dialog.getByRole('button', { name: 'Apply' }))
  await save()
  expect(saved()?.widgets[0]?.settings).toEqual({ defaultCategory: 'dad' })
  const shown = screen.getByRole('region', { name: 'Random Joke' }).textContent ?? ''
  expect(ownJokes.find(({ setup }) => shown.includes(setup))?.category).toBe('dad')
})

test('widgets are added and removed; cancelling stores nothing', async () => {
  const { screen, user, save, saved } = await arrange([joke])
  await user.click(screen.getByRole('button', { name: 'Remove Random Joke' }))
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(saved()?.widgets).toEqual([joke])

  await user.click(await screen.findByRole('button', { name: 'Arrange' }))
  await user.click(await screen.findByRole('button', { name: 'Add widget' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add widget' }))
  await user.click(dialog.getByRole('button', { name: 'Add Random Joke' }))
  await user.click(dialog.getByRole('button', { name: 'Add Links' }))
  await user.click(dialog.getByRole('button', { name: 'Done' }))
  await user.click(screen.getAllByRole('button', { name: 'Remove Random Joke' })[0]!)
  expect(await save()).toEqual({ 'home/joke-2': [4, 0, 4, 4], 'home/links': [8, 0, 4, 5] })
})

test('an empty home page says so, and leads to the widgets', async () => {
  const storage = createMemoryStorage()
  storage.setItem(layoutKey, JSON.stringify({ version: 1, widgets: [] }))
  const { screen, user } = renderPage({ plugins: [homeWeb], storage })
  expect(await screen.findByRole('heading', { name: 'Your home page is empty' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Add widgets' }))
  expect(await screen.findByRole('dialog', { name: 'Add widget' })).toBeTruthy()
})

test('a reset is confirmed, and brings back the default', async () => {
  const { screen, user, saved } = await arrange([joke])
  await user.click(screen.getByRole('button', { name: 'Reset to default' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Reset your home page' }))
  await user.click(dialog.getByRole('button', { name: 'Reset to default' }))
  expect(await screen.findByRole('region', { name: 'Top Visited' })).toBeTruthy()
  expect(saved()).toBeNull()
  // There is nothing to reset in the default.
  await user.click(screen.getByRole('button', { name: 'Arrange' }))
  await screen.findByRole('toolbar', { name: 'Arrange your home page' })
  expect(screen.queryByRole('button', { name: 'Reset to default' })).toBeNull()
})

test('a widget that is not installed is not shown, stays in the layout, and can be removed', async () => {
  const gone = { id: 'pets/cats', widget: 'pets/cats', x: 0, y: 0, w: 6, h: 4 }
  const first = await arrange([gone, { ...joke, y: 4 }])
  expect(first.screen.getByRole('region', { name: 'pets/cats' }).textContent).toContain('This widget is not installed')
  expect(await first.save()).toEqual({ 'pets/cats': [0, 0, 6, 4], 'home/joke': [0, 4, 4, 4] })
  // Where it stood is no gap.
  expect(first.screen.getByRole('region', { name: 'Random Joke' }).parentElement?.style.getPropertyValue('--y')).toBe('1')
  const pets = defineWebPlugin({
    id: 'pets',
    fills: [homeWidgets.fill({ name: 'cats', title: 'Cats', description: '', View: () => 'Back again' })],
  })
  const second = renderPage({ plugins: [homeWeb, pets], storage: first.storage })
  expect(await second.screen.findByText('Back again')).toBeTruthy()
})

test('on a phone the order is changed by buttons, and the places of the page stay', async () => {
  const storage = createMemoryStorage()
  storage.setItem(layoutKey, JSON.stringify({ version: 1, widgets: [joke, clock] }))
  // A clock without a place would be empty, and folded below the others.
  const config = { home: { clocks: [{ label: 'Lisbon', timeZone: 'Europe/Lisbon' }] } }
  const { screen, user } = renderPage({ plugins: [homeWeb], storage, config })
  window.matchMedia = media =>
    Object.assign(new EventTarget(), { matches: true, media, onchange: null, addListener() {}, removeListener() {} })
  await user.click(await screen.findByRole('button', { name: 'Arrange' }))
  await user.click(await screen.findByRole('button', { name: 'Move Random Joke down' }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByRole('button', { name: 'Arrange' })
  expect(JSON.parse(storage.getItem(layoutKey)!)).toEqual({ version: 1, widgets: [joke, clock], phone: ['home/clock', 'home/joke'] })
  expect(screen.getAllByRole('region').map(region => region.querySelector('h2')?.textContent)).toEqual(['World clock', 'Random Joke'])
})

import { createMemoryStorage, defineWebPlugin, homeSteps, useAnalytics } from '@portico/core/web'
import { renderPage } from '@portico/core/testing/web'
import { eventually } from '@portico/core/testing'
import { within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { homeWeb } from '../index.tsx'

function Kennel() {
  const { captureEvent } = useAnalytics()
  return <button onClick={() => captureEvent('feed', 'Rex')}>Feed</button>
}

const pets = defineWebPlugin({
  id: 'pets',
  pages: [{ path: '/pets', title: 'Pets', load: async () => ({ default: Kennel }) }],
  fills: [
    homeSteps.fill({
      name: 'feed',
      title: 'Feed a pet',
      text: 'They are hungry.',
      icon: 'star',
      to: '/pets',
      order: 2,
      isDoneBy: ({ action }) => action === 'feed',
    }),
    homeSteps.fill({
      name: 'visit',
      title: 'Visit the pets',
      text: 'They are bored.',
      icon: 'web',
      to: '/pets',
      order: 1,
      isDoneBy: ({ action, subject }) => action === 'navigate' && subject.startsWith('/pets'),
    }),
  ],
})

const open = (storage: Storage, path = '/') => renderPage({ plugins: [homeWeb, pets], storage, path })

test('Start here has the steps of the plugins, ticks off what the user did, says when all are done, and goes', async () => {
  const storage = createMemoryStorage()
  const first = open(storage)
  const card = within(await first.screen.findByRole('region', { name: 'Start here' }))
  expect(card.getAllByRole('listitem').map(item => item.textContent)).toEqual([
    'Visit the petsThey are bored.',
    'Feed a petThey are hungry.',
  ])
  expect(card.getByText('0 of 2 done')).toBeTruthy()
  // One card at a time.
  expect(first.screen.queryByRole('region', { name: 'Make it yours' })).toBeNull()
  await first.user.click(card.getByRole('link', { name: 'Visit the pets' }))
  await first.screen.findByRole('button', { name: 'Feed' })
  await eventually(() => expect(storage.getItem('/home/start')).toContain('pets/visit'))

  const second = open(storage)
  expect(await second.screen.findByRole('link', { name: /^Visit the pets *\(done\)$/ })).toBeTruthy()
  expect(second.screen.getByText('1 of 2 done')).toBeTruthy()

  const third = open(storage, '/pets')
  await third.user.click(await third.screen.findByRole('button', { name: 'Feed' }))
  await eventually(() => expect(storage.getItem('/home/start')).toContain('pets/feed'))

  const fourth = open(storage)
  const end = within(await fourth.screen.findByRole('region', { name: 'You have seen the main things' }))
  await eventually(() => expect(storage.getItem('/home/start')).toContain('"isClosed":true'))
  expect(end.getByRole('button', { name: 'Close' })).toBeTruthy()

  const fifth = open(storage)
  await fifth.screen.findByRole('region', { name: 'My open work' })
  expect(fifth.screen.queryByRole('region', { name: /Start here|main things/ })).toBeNull()
})

test('Start here that was dismissed stays away, and a portal without steps has none', async () => {
  const storage = createMemoryStorage()
  const first = open(storage)
  await first.user.click(await first.screen.findByRole('button', { name: 'Dismiss ‘Start here’' }))
  await eventually(() => expect(first.screen.queryByRole('region', { name: 'Start here' })).toBeNull())
  const second = open(storage)
  await second.screen.findByRole('region', { name: 'My open work' })
  expect(second.screen.queryByRole('region', { name: 'Start here' })).toBeNull()
  const third = renderPage({ plugins: [homeWeb] })
  await third.screen.findByRole('region', { name: 'My open work' })
  expect(third.screen.queryByRole('region', { name: 'Start here' })).toBeNull()
})

test('what is stored of Start here is read leniently', async () => {
  for (const stored of ['"text"', '{"done":"all"}', '{"done":[7,"pets/visit"],"isClosed":"yes"}']) {
    const storage = createMemoryStorage()
    storage.setItem('/home/start', stored)
    const { screen } = open(storage)
    expect(await screen.findByRole('region', { name: 'Start here' })).toBeTruthy()
  }
})

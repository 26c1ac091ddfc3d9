import { renderPage } from '@portico/core/testing/web'
import { within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { defineWebPlugin, sidebarSections, useLocation, type NavItem } from '../../index.ts'

afterEach(() => vi.restoreAllMocks())

function Where() {
  return <h1>{`At ${useLocation().pathname}`}</h1>
}
const page = (path: string, nav?: NavItem) => ({
  path,
  title: path,
  load: async () => ({ default: Where }),
  ...(nav && { nav }),
})
const entry = (label: string, group?: NavItem['group']): NavItem => ({ label, icon: <i />, ...(group && { group }) })
const teams = (count: number) => Array.from({ length: count }, (_, index) => ({ label: `Team ${index + 1}`, to: `/teams/${index + 1}` }))

function open(sections: readonly Parameters<typeof sidebarSections.fill>[0][]) {
  const plugin = defineWebPlugin({
    id: 'x',
    pages: [
      page('/settings', entry('Settings', 'foot')),
      page('/system', entry('System', 'admin')),
      page('/', entry('Home')),
      page('/teams/*'),
    ],
    fills: sections.map((section, index) => sidebarSections.fill({ ...section, name: String(index) })),
  })
  const opened = renderPage({ plugins: [plugin] })
  const navigation = async () => within((await opened.screen.findAllByRole('navigation', { name: 'Main navigation' }))[0]!)
  return { ...opened, navigation }
}

test('pages come first, then sections such as my teams, then administration, and at the foot the user’s own pages', async () => {
  const { navigation } = open([{ title: 'My teams', useItems: () => teams(2) }])
  const links = (await navigation()).getAllByRole('link').map(link => link.textContent)
  expect(links).toEqual(['Home', 'Team 1', 'Team 2', 'System', 'Settings'])
})

test('a section shows five links at first and the rest on demand', async () => {
  const { screen, user, navigation } = open([{ title: 'My teams', useItems: () => teams(9) }])
  const section = within((await navigation()).getByRole('region', { name: 'My teams' }))
  expect(section.getAllByRole('link')).toHaveLength(5)
  await user.click(section.getByRole('button', { name: '4 more' }))
  expect(section.getAllByRole('link')).toHaveLength(9)
  await user.click(section.getByRole('link', { name: 'Team 7' }))
  expect(await screen.findByRole('heading', { name: 'At /teams/7' })).toBeTruthy()
  expect(section.getByRole('link', { name: 'Team 7' }).getAttribute('aria-current')).toBe('page')
  await user.click(section.getByRole('button', { name: 'Show fewer' }))
  expect(section.getAllByRole('link')).toHaveLength(5)
})

test('six links are all shown, since a button would take as much space as the sixth', async () => {
  const { navigation } = open([{ title: 'My teams', useItems: () => teams(6) }])
  const section = within((await navigation()).getByRole('region', { name: 'My teams' }))
  expect(section.getAllByRole('link')).toHaveLength(6)
  expect(section.queryByRole('button')).toBeNull()
})

test('an empty section is not shown, and one that throws affects no other', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const broken = () => {
    throw new Error('no teams today')
  }
  const { navigation } = open([
    { title: 'Nothing', useItems: () => [] },
    { title: 'Broken', useItems: broken },
    { title: 'My teams', useItems: () => teams(1) },
  ])
  const regions = (await navigation()).getAllByRole('region')
  expect(regions.map(region => region.getAttribute('aria-labelledby') && within(region).getByRole('heading').textContent)).toEqual([
    'My teams',
  ])
  expect((await navigation()).getByRole('link', { name: 'Home' })).toBeTruthy()
})

test('on phones the sections and what is at the foot are behind More', async () => {
  const { screen, user } = open([{ title: 'My teams', useItems: () => teams(2) }])
  await user.click(await screen.findByRole('button', { name: 'More' }))
  const panel = within(screen.getByRole('dialog', { name: 'More' }))
  expect(panel.getByRole('region', { name: 'My teams' })).toBeTruthy()
  await user.click(panel.getByRole('link', { name: 'Team 2' }))
  expect(await screen.findByRole('heading', { name: 'At /teams/2' })).toBeTruthy()
  expect(screen.queryByRole('dialog', { name: 'More' })).toBeNull()
})

import { catalogApi } from '@portico/catalog/common'
import { answer, renderPage } from '@portico/core/testing/web'
import { defineWebPlugin } from '@portico/core/web'
import { act, fireEvent } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { catalogWeb, EntityLink, EntityText, KindIcon } from '../index.tsx'

const kinds = ['api', 'component', 'system', 'resource', 'domain', 'location', 'user', 'group', 'template']

function open(Page: () => React.ReactNode) {
  const plugin = defineWebPlugin({ id: 'x', pages: [{ path: '/x', title: 'X', load: async () => ({ default: Page }) }] })
  const billing = {
    apiVersion: 'v1',
    kind: 'Component',
    metadata: { name: 'billing', title: 'Billing', description: 'Sends <b>invoices</b>' },
    spec: { type: 'service' },
  }
  const answers = [
    answer(catalogApi.getEntitiesByRefs, ({ body }) => ({
      items: (body as { entityRefs: string[] }).entityRefs.map(ref => (ref === 'component:default/billing' ? billing : null)),
    })),
  ]
  return renderPage({ plugins: [catalogWeb, plugin], path: '/x', answers })
}

test('links to entities show their names by one request, and what is missing by its ref', async () => {
  const { screen, requests } = open(() => (
    <>
      <EntityLink entity="component:default/billing" />
      <EntityLink entity="group:default/gone" defaultKind="Group" />
      <EntityLink entity="not a ref at all:" />
    </>
  ))
  const link = await screen.findByRole('link', { name: 'Billing' })
  expect(link.getAttribute('href')).toBe('/catalog/default/component/billing')
  expect(screen.getByRole('link', { name: 'gone' }).getAttribute('href')).toBe('/catalog/default/group/gone')
  expect(screen.queryByRole('link', { name: 'not a ref at all:' })).toBeNull()
  expect(requests.filter(({ path }) => path === '/entities/by-refs').length).toBe(1)
})

test('a text links the entities that it names, and nothing that only looks like one', async () => {
  const { screen } = open(() => (
    <p>
      <EntityText>catalog:get-entity of localhost:7007/x: no 'component:default/billing' by user:default/ann.lee.</EntityText>
    </p>
  ))
  const billing = await screen.findByRole('link', { name: 'Billing' })
  expect(billing.closest('p')?.textContent).toBe("catalog:get-entity of localhost:7007/x: no 'Billing' by ann.lee.")
  expect(screen.getAllByRole('link', { name: /Billing|ann/ }).map(link => link.getAttribute('href'))).toEqual([
    '/catalog/default/component/billing',
    '/catalog/default/user/ann.lee',
  ])
})

test('after 1500 ms on a link, and not before, it shows the details [CAT-124]', async () => {
  const { screen } = open(() => <EntityLink entity="component:default/billing" />)
  const link = await screen.findByRole('link', { name: 'Billing' })
  vi.useFakeTimers()
  try {
    fireEvent.pointerEnter(link)
    act(() => void vi.advanceTimersByTime(1499))
    expect(screen.queryByRole('tooltip')).toBeNull()
    act(() => void vi.advanceTimersByTime(1))
    expect(screen.getByRole('tooltip').textContent).toContain('component:default/billing | service | Sends <b>invoices</b>')
    fireEvent.pointerLeave(link)
    expect(screen.queryByRole('tooltip')).toBeNull()
  } finally {
    vi.useRealTimers()
  }
})

test('every standard kind has an icon of its own [CAT-127]', async () => {
  const { screen } = open(() =>
    [...kinds, 'unheard'].map(kind => (
      <span key={kind} data-testid={kind}>
        <KindIcon kind={kind} />
      </span>
    )),
  )
  const drawn = async (kind: string) => {
    await expect.poll(() => screen.getByTestId(kind).querySelector('svg')).toBeTruthy()
    return screen.getByTestId(kind).querySelector('svg')?.innerHTML
  }
  await screen.findByTestId('api')
  const icons = await Promise.all([...kinds, 'unheard'].map(drawn))
  expect(new Set(icons).size).toBe(kinds.length + 1)
})

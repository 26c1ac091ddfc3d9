import { catalogApi, type Entity } from '@portico/catalog/common'
import { catalogWeb } from '@portico/catalog/web'
import { authenticationError, conflictError } from '@portico/core/common'
import { answer, renderPage, type RouteAnswer } from '@portico/core/testing/web'
import { defineWebPlugin } from '@portico/core/web'
import { notificationsApi } from '@portico/notifications/common'
import { userSettingsWeb } from '@portico/user-settings/web'
import { within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { notificationsWeb, watchOptions } from './index.tsx'

const shop: Entity = {
  apiVersion: 'backstage.io/v1alpha1',
  kind: 'Component',
  metadata: { name: 'shop', namespace: 'default', uid: '1', etag: '1' },
  spec: { type: 'service', lifecycle: 'production', owner: 'web' },
  relations: [],
}
const elsewhere = defineWebPlugin({
  id: 'weather',
  fills: [
    watchOptions.fill({ name: 'rain', order: 30, event: 'rain', label: 'it rains', isFor: ({ kind }) => kind === 'Component' }),
    watchOptions.fill({ name: 'snow', order: 40, event: 'snow', label: 'it snows', isFor: ({ kind }) => kind === 'API' }),
  ],
})

function open(answers: readonly RouteAnswer[]) {
  return renderPage({
    plugins: [catalogWeb, userSettingsWeb, notificationsWeb, elsewhere],
    path: '/catalog/default/component/shop',
    answers: [
      ...answers,
      answer(catalogApi.getEntityByName, shop),
      answer(catalogApi.getEntitiesByRefs, { items: [] }),
      answer(notificationsApi.getStatus, { unread: 0, read: 0 }),
    ],
  })
}

test('on the page of an entity the user says what to be told about it, also what other plugins tell', async () => {
  let events = ['changed']
  const { screen, user, requests } = open([
    answer(notificationsApi.listWatches, () => ({ events })),
    answer(notificationsApi.putWatch, ({ body }) => ({ events: (events = (body as { events: string[] }).events) })),
  ])
  const card = within(await screen.findByRole('region', { name: 'Tell me when' }))
  await expect.poll(() => (card.getByRole('switch', { name: 'it is changed or removed' }) as HTMLInputElement).checked).toBe(true)
  const names = card.getAllByRole('switch').map(each => each.getAttribute('aria-label'))
  expect(names).toEqual(['it is changed or removed', 'it has errors or breaks a rule', 'it rains'])
  await user.click(card.getByRole('switch', { name: 'it rains' }))
  await expect.poll(() => (card.getByRole('switch', { name: 'it rains' }) as HTMLInputElement).checked).toBe(true)
  expect(requests.find(({ method, path }) => method === 'POST' && path === '/watches')?.body).toEqual({
    entityRef: 'component:default/shop',
    events: ['changed', 'rain'],
  })
})

test('a wish that cannot be saved is said and not shown as saved; who cannot be told anything has no card', async () => {
  const { screen, user } = open([
    answer(notificationsApi.listWatches, { events: [] }),
    answer(notificationsApi.putWatch, conflictError('A user can watch 500 entities')),
  ])
  const card = within(await screen.findByRole('region', { name: 'Tell me when' }))
  const changed = card.getByRole('switch', { name: 'it is changed or removed' }) as HTMLInputElement
  await expect.poll(() => changed.disabled).toBe(false)
  await user.click(changed)
  expect(await screen.findByText('That could not be saved: A user can watch 500 entities')).toBeTruthy()
  expect(changed.checked).toBe(false)
  const guest = open([answer(notificationsApi.listWatches, authenticationError('Sign in first'))])
  await guest.screen.findByRole('region', { name: 'About' })
  await expect.poll(() => guest.screen.queryAllByRole('region', { name: 'Tell me when' }).length).toBe(0)
})

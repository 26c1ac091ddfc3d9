import { renderPage } from '@portico/core/testing/web'
import { defineWebPlugin, type WebPlugin } from '@portico/core/web'
import { within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { approvalSources, Decision, notificationsWeb, type ApprovalSource } from './index.tsx'

const said: string[] = []
const source = (id: string, find: ApprovalSource['find']): WebPlugin =>
  defineWebPlugin({
    id,
    fills: [
      approvalSources.fill({
        title: `Calls of ${id}`,
        find,
        View: ({ id: about }) => (
          <Decision isPending={false} error={null} onDecide={decision => void said.push(`${decision} ${about}`)}>
            What it would do
          </Decision>
        ),
      }),
    ],
  })
const open = (path: string, ...plugins: readonly WebPlugin[]) => renderPage({ plugins: [notificationsWeb, ...plugins], path, answers: [] })
const waiting = [{ id: '7', title: 'Remove shop', reason: 'It is old', to: '/there', severity: 'info' as const, askedBy: 'Helper' }]

test('what waits for the user stands in one list, whoever asks, and is decided there; a source that fails is named', async () => {
  const broken = source('robots', async () => Promise.reject(new Error('away')))
  const { screen, user } = open(
    '/approvals',
    broken,
    source('agents', async () => waiting),
  )
  const list = within(await screen.findByRole('list', { name: 'Calls of agents' }))
  expect(list.getByRole('listitem').textContent).toMatch(/Remove shop.*It is old.*Asked by Helper/)
  expect(await screen.findByText('Calls of robots that wait for you could not be read')).toBeTruthy()
  expect(screen.queryByText('Nothing waits for you')).toBeNull()
  await user.click(list.getByRole('button', { name: 'Decide about Remove shop' }))
  await user.click(await list.findByRole('button', { name: 'Refuse' }))
  expect(said).toEqual(['refuse 7'])
})

test('a notification leads to one of them, and nothing that waits is said so', async () => {
  const agents = source('agents', async () => [])
  const { screen, user, router } = open('/approvals/agents/8', agents)
  await user.click(await screen.findByRole('button', { name: 'Approve' }))
  expect(said.at(-1)).toBe('approve 8')
  await user.click(screen.getByRole('link', { name: 'Waiting for you' }))
  expect(await screen.findByText('Nothing waits for you')).toBeTruthy()
  expect(router.state.location.pathname).toBe('/approvals')
})

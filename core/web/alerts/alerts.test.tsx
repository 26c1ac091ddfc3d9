import { renderPage } from '@portico/core/testing/web'
import { CopyButton } from '@portico/ui'
import { act, fireEvent } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { alertApiRef, defineWebPlugin, errorApiRef, type Alert } from '../index.ts'

const plugin = defineWebPlugin({ id: 'x', pages: [{ path: '/', title: 'X', load: async () => ({ default: () => <h1>Page</h1> }) }] })

afterEach(() => void vi.useRealTimers())

async function open() {
  const { screen, portal } = renderPage({ plugins: [plugin] })
  await screen.findByRole('heading', { name: 'Page' })
  const alerts = portal.apis.get(alertApiRef)
  const errors = portal.apis.get(errorApiRef)
  return { screen, alerts, errors, post: (...all: Alert[]) => act(() => all.forEach(alerts.post)) }
}

test('an alert has a message, a severity and a display, and is a success that stays unless it says otherwise [SHELL-20]', async () => {
  const { alerts, post } = await open()
  post({ message: 'Saved' }, { message: 'Careful', severity: 'warning', display: 'transient' })
  expect(alerts.queue.get()).toEqual([
    { id: 1, message: 'Saved', severity: 'success', display: 'permanent' },
    { id: 2, message: 'Careful', severity: 'warning', display: 'transient' },
  ])
})

test('a posted error shows with its message and the severity error; a hidden one only reaches listeners [SHELL-13]', async () => {
  const { screen, errors } = await open()
  const onMessage: unknown[] = []
  const stop = errors.subscribe(({ error, hidden }) => onMessage.push([error.message, hidden]))
  act(() => errors.post(new Error('No disk'), { hidden: true }))
  expect(screen.queryByRole('alert')).toBeNull()
  act(() => errors.post('No luck'))
  const shown = screen.getByRole('alert')
  expect(shown.textContent).toBe('No luck')
  expect(shown.dataset['severity']).toBe('error')
  stop()
  act(() => errors.post(new Error('unheard'), { hidden: true }))
  expect(onMessage).toEqual([
    ['No disk', true],
    ['No luck', false],
  ])
})

test('the oldest alert shows with the count of those behind it; closing it shows the next [SHELL-50]', async () => {
  const { screen, post } = await open()
  post({ message: 'One', severity: 'error' })
  expect(screen.getByRole('alert').textContent).toBe('One')
  post({ message: 'Two', severity: 'warning' }, { message: 'Three', severity: 'info' })
  expect(screen.getByRole('alert').textContent).toBe('One(2 more)')
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(screen.getByRole('alert').textContent).toBe('Two(1 more)')
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(screen.getByRole('status').textContent).toBe('Three')
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('status')).toBeNull()
})

test('a transient alert goes after 5000 ms of being shown, others stay [SHELL-64]', async () => {
  const { screen, post } = await open()
  vi.useFakeTimers()
  post({ message: 'Removed', display: 'transient' }, { message: 'Later', display: 'transient' }, { message: 'Stays' })
  act(() => void vi.advanceTimersByTime(4999))
  expect(screen.getByRole('status').textContent).toContain('Removed')
  act(() => void vi.advanceTimersByTime(1))
  expect(screen.getByRole('status').textContent).toContain('Later')
  act(() => void vi.advanceTimersByTime(5000))
  expect(screen.getByRole('status').textContent).toBe('Stays')
  act(() => void vi.advanceTimersByTime(60_000))
  expect(screen.getByRole('status').textContent).toBe('Stays')
})

test('a transient alert waits while the pointer or the focus is on it', async () => {
  const { screen, post } = await open()
  vi.useFakeTimers()
  post({ message: 'Read me', display: 'transient' })
  fireEvent.pointerEnter(screen.getByRole('status'))
  act(() => void vi.advanceTimersByTime(20_000))
  expect(screen.getByRole('status').textContent).toBe('Read me')
  fireEvent.pointerLeave(screen.getByRole('status'))
  act(() => void vi.advanceTimersByTime(5000))
  expect(screen.queryByRole('status')).toBeNull()
})

test('a failed copy is reported in the alert bar [UI-39]', async () => {
  const Page = () => <CopyButton value="words" />
  const copying = defineWebPlugin({ id: 'x', pages: [{ path: '/', title: 'X', load: async () => ({ default: Page }) }] })
  const { screen, user } = renderPage({ plugins: [copying] })
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('The page may not write to the clipboard'))
  await user.click(await screen.findByRole('button', { name: 'Copy' }))
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('The page may not write to the clipboard')
  expect(alert.dataset['severity']).toBe('error')
})

test('an alert leads somewhere by a link, and never runs a script', async () => {
  const { screen, post } = await open()
  post({ message: 'Bad', to: 'java\tscript:alert(1)' })
  expect(screen.getByRole('status').textContent).toBe('Bad')
  expect(screen.queryByRole('link', { name: 'Bad' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  post({ message: 'Elsewhere', to: '//example.com/x' })
  expect(screen.getByRole('link', { name: 'Elsewhere' }).getAttribute('rel')).toBe('noopener noreferrer')
})

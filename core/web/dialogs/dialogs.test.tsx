import { renderPage } from '@portico/core/testing/web'
import { act } from '@testing-library/react'
import { expect, test } from 'vitest'
import { defineWebPlugin, dialogApiRef, type Confirmation } from '../index.ts'

const plugin = defineWebPlugin({ id: 'x', pages: [{ path: '/', title: 'X', load: async () => ({ default: () => <h1>Page</h1> }) }] })
const question: Confirmation = { title: 'Delete it?', message: 'It cannot come back.', confirm: 'Delete location', destructive: true }

async function open() {
  const opened = renderPage({ plugins: [plugin] })
  await opened.screen.findByRole('heading', { name: 'Page' })
  return { ...opened, dialogs: opened.portal.apis.get(dialogApiRef) }
}

test('a question is answered yes by its button, and no by Cancel and by Escape', async () => {
  const { screen, user, dialogs } = await open()
  const ask = async () => {
    let answer!: Promise<boolean>
    act(() => void (answer = dialogs.confirm(question)))
    expect((await screen.findByRole('dialog', { name: 'Delete it?' })).textContent).toContain('It cannot come back.')
    return { answer }
  }
  const yes = await ask()
  await user.click(screen.getByRole('button', { name: 'Delete location' }))
  expect(await yes.answer).toBe(true)
  const no = await ask()
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(await no.answer).toBe(false)
  const escaped = await ask()
  await user.keyboard('{Escape}')
  expect(await escaped.answer).toBe(false)
  expect(dialogs.open.get()).toEqual([])
})

test('an error of the work is shown in the dialog, which stays open', async () => {
  const { screen, user, dialogs } = await open()
  let fails = true
  let answer!: Promise<boolean>
  act(() => {
    answer = dialogs.confirm({ ...question, run: () => (fails ? Promise.reject(new Error('Still in use')) : Promise.resolve()) })
  })
  await user.click(await screen.findByRole('button', { name: 'Delete location' }))
  expect(await screen.findByText('Still in use')).toBeTruthy()
  fails = false
  await user.click(screen.getByRole('button', { name: 'Delete location' }))
  expect(await answer).toBe(true)
})

test('a dialog of one’s own settles with what it is closed with', async () => {
  const { screen, user, dialogs } = await open()
  let answer!: Promise<number | undefined>
  act(() => {
    answer = dialogs.show<number>({ title: 'Pick', render: close => <button onClick={() => close(7)}>Seven</button> })
  })
  await user.click(await screen.findByRole('button', { name: 'Seven' }))
  expect(await answer).toBe(7)
})

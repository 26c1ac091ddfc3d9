import { answer, renderPage } from '@portico/core/testing/web'
import { defineContract, get, inputError, post, unavailableError } from '@portico/core/common'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineWebPlugin, query, useCall, useQuery } from './index.ts'

const notesApi = defineContract('notes', {
  listNotes: get('/notes', { access: 'signed-in', query: z.object({ tag: z.string().optional() }), reply: z.array(z.string()) }),
  addNote: post('/notes', { access: 'user', body: z.object({ words: z.string() }) }),
})

function NotesPage() {
  const { data, error } = useQuery(query(notesApi.listNotes, { query: { tag: 'a b' } }))
  const add = useCall(notesApi.addNote)
  if (error) return <p role="alert">{error.message}</p>
  return (
    <>
      <ul>
        {data?.map(note => (
          <li key={note}>{note}</li>
        ))}
      </ul>
      <button onClick={() => add.mutate({ body: { words: 'new' } })}>Add</button>
    </>
  )
}
const plugins = [defineWebPlugin({ id: 'notes', pages: [{ path: '/', title: 'Notes', load: async () => ({ default: NotesPage }) }] })]

test('the key of a query is its plugin, its route and its input', () => {
  expect(query(notesApi.listNotes, { query: { tag: 'x' } }).queryKey).toEqual(['notes', 'listNotes', { query: { tag: 'x' } }])
  expect(query(notesApi.listNotes).queryKey).toEqual(['notes', 'listNotes', {}])
})

test('a call sends its body, and cached queries of its plugin are refetched', async () => {
  const notes = ['old']
  const { screen, user, requests } = renderPage({
    plugins,
    answers: [
      answer(notesApi.listNotes, () => [...notes]),
      answer(notesApi.addNote, ({ body }) => void notes.push((body as { words: string }).words)),
    ],
  })
  await screen.findByText('old')
  await user.click(screen.getByRole('button', { name: 'Add' }))
  await screen.findByText('new')
  expect(requests.map(({ method, path }) => `${method} ${path}`)).toEqual(['GET /notes?tag=a+b', 'POST /notes', 'GET /notes?tag=a+b'])
})

test('a request to an unavailable server is retried, up to three attempts in all', async () => {
  let asked = 0
  const { screen } = renderPage({
    plugins,
    answers: [answer(notesApi.listNotes, () => (++asked < 3 ? unavailableError('away') : ['back']))],
  })
  expect(await screen.findByText('back')).toBeTruthy()
  expect(asked).toBe(3)
})

test('any other error is final at once', async () => {
  let asked = 0
  const { screen } = renderPage({ plugins, answers: [answer(notesApi.listNotes, () => (asked++, inputError('no such tag')))] })
  expect((await screen.findByRole('alert')).textContent).toBe('no such tag')
  expect(asked).toBe(1)
})

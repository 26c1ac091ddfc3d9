import { apiDocsApi, type AboutPart, type OperationPart, type TryReply, type TryRequest } from '@portico/api-docs/common'
import { AppError } from '@portico/core/common'
import { answer, renderPage, type RouteAnswer } from '@portico/core/testing/web'
import { createMemoryStorage, defineWebPlugin } from '@portico/core/web'
import { within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { CodeSamples } from './CodeSamples.tsx'
import { tryMessages } from './messages.ts'
import { TryIt } from './TryIt.tsx'

const about: AboutPart = {
  kind: 'about',
  id: 'about',
  servers: [{ url: 'https://live.test/v1', variables: [] }],
  security: [[{ scheme: 'key', scopes: [] }]],
  securitySchemes: [{ name: 'key', type: 'apiKey', in: 'query', parameter: 'api_key' }],
  facts: [],
}
const getThing: OperationPart = {
  kind: 'operation',
  id: 'operation GET /things/{id}',
  method: 'GET',
  path: '/things/{id}',
  tags: [],
  parameters: [
    { name: 'id', in: 'path', isRequired: true, examples: [] },
    { name: 'size', in: 'query', examples: [], schema: { types: ['string'], enum: ['small', 'large'] } },
  ],
  responses: [],
  callbacks: [],
}
const createThing: OperationPart = {
  ...getThing,
  id: 'operation POST /things',
  method: 'POST',
  path: '/things',
  parameters: [],
  body: { media: [{ type: 'application/json', examples: [{ text: '{\n  "name": "lamp"\n}' }] }] },
  samples: [{ language: 'Ruby', label: 'Ours', source: 'Things.create' }],
}
const reply: TryReply = {
  status: 200,
  statusText: 'OK',
  headers: [['content-type', 'application/json']],
  durationMs: 12,
  body: '{"name":"lamp"}',
  bytes: 15,
  isCut: false,
}
const allowed = answer(apiDocsApi.listTryTargets, { items: [{ url: 'https://sandbox.test/v1', methods: ['GET', 'POST', 'DELETE'] }] })

function open(operation: OperationPart, answers: readonly RouteAnswer[], storage = createMemoryStorage()) {
  const sent: TryRequest[] = []
  const page = () => (
    <>
      <CodeSamples operation={operation} about={about} />
      <TryIt entityRef="api:default/things" operation={operation} about={about} />
    </>
  )
  const plugin = defineWebPlugin({
    id: 'api-docs',
    pages: [{ path: '/trial', title: tryMessages.tryIt, load: async () => ({ default: page }) }],
  })
  const keep = answer(apiDocsApi.tryRequest, ({ body }) => {
    sent.push(body as TryRequest)
    return reply
  })
  return { ...renderPage({ plugins: [plugin], path: '/trial', storage, answers: [...answers, allowed, keep] }), sent, storage }
}

async function openForm(operation: OperationPart, ...answers: readonly RouteAnswer[]) {
  const opened = open(operation, answers)
  const trial = within(await opened.screen.findByRole('region', { name: 'Try it' }))
  await opened.user.click(trial.getByRole('button', { name: 'Try it' }))
  return { ...opened, trial }
}

test('without a target there is nothing to try; with one that does not allow the method, the page says so', async () => {
  const none = open(getThing, [answer(apiDocsApi.listTryTargets, { items: [] })])
  await none.screen.findByRole('region', { name: 'Code samples' })
  expect(none.screen.queryByRole('region', { name: 'Try it' })).toBeNull()
  const other = open({ ...getThing, method: 'PUT' }, [])
  expect(await other.screen.findByText(/Requests with PUT cannot be sent from here/)).toBeDefined()
  expect(other.screen.queryByRole('button', { name: 'Try it' })).toBeNull()
})

test('what is filled in is sent to the target, and its answer is shown', async () => {
  const { user, trial, sent } = await openForm(getThing)
  await user.click(trial.getByRole('button', { name: 'Send' }))
  expect(trial.getByText('This is required')).toBeDefined()
  expect(sent).toEqual([])
  await user.type(trial.getByRole('textbox', { name: /^id/ }), 'a b')
  await user.click(trial.getByRole('combobox', { name: /^size/ }))
  await user.keyboard('l{Enter}')
  await user.keyboard('{Control>}{Enter}{/Control}')
  expect(await trial.findByText(/200 OK in 12/)).toBeDefined()
  expect(sent).toEqual([{ method: 'GET', url: 'https://sandbox.test/v1/things/a%20b?size=large', headers: [] }])
  expect(within(trial.getByRole('region', { name: 'Answer' })).getByText('Headers (1)')).toBeDefined()
})

test('a secret is sent, shown nowhere, shared between operations, stored nowhere, and forgotten on demand', async () => {
  const { user, trial, sent, storage, screen } = await openForm(getThing)
  await user.type(trial.getByRole('textbox', { name: /^id/ }), '1')
  await user.type(trial.getByLabelText('Key (key)'), 'hunter2')
  expect(screen.queryByText(/hunter2/)).toBeNull()
  await user.click(trial.getByRole('button', { name: 'Send' }))
  await trial.findByText(/200 OK/)
  expect(sent[0]?.url).toBe('https://sandbox.test/v1/things/1?api_key=hunter2')
  expect(JSON.stringify(Array.from({ length: storage.length }, (_, at) => storage.getItem(storage.key(at)!)))).not.toContain('hunter2')
  const next = await openForm(createThing)
  expect(next.trial.getByLabelText<HTMLInputElement>('Key (key)').value).toBe('hunter2')
  await next.user.click(next.trial.getByRole('button', { name: 'Forget' }))
  expect(next.trial.getByLabelText<HTMLInputElement>('Key (key)').value).toBe('')
})

test('a body begins with the example; a DELETE asks first', async () => {
  const first = await openForm(createThing)
  await first.user.click(first.trial.getByRole('button', { name: 'Send' }))
  await first.trial.findByText(/200 OK/)
  expect(first.sent).toMatchObject([{ method: 'POST', headers: [['Content-Type', 'application/json']], body: '{\n  "name": "lamp"\n}' }])
  const second = await openForm({ ...createThing, method: 'DELETE' })
  await second.user.click(second.trial.getByRole('button', { name: 'Send DELETE' }))
  const dialog = within(await second.screen.findByRole('dialog', { name: 'Send this DELETE request?' }))
  expect(second.sent).toEqual([])
  await second.user.click(dialog.getByRole('button', { name: 'Send DELETE' }))
  await second.trial.findByText(/200 OK/)
})

test('a request can be cancelled while it runs', async () => {
  let signal: AbortSignal | undefined
  const hangs = answer(apiDocsApi.tryRequest, request => {
    signal = request.signal
    return new Promise<TryReply>(() => {})
  })
  const { user, trial } = await openForm(createThing, hangs)
  await user.click(trial.getByRole('button', { name: 'Send' }))
  expect(await trial.findByText('Waiting for the answer')).toBeDefined()
  await user.click(trial.getByRole('button', { name: 'Cancel' }))
  expect(signal?.aborted).toBe(true)
  expect(trial.queryByText('Waiting for the answer')).toBeNull()
})

test.each([
  ['api-docs.target-refused', 'This address is not allowed', /ask an operator to add it/],
  ['api-docs.target-timeout', 'The server did not answer in time', /Try again/],
  ['core.target-unavailable', 'The server cannot be reached', /Check that it runs/],
  ['api-docs.too-many-requests', 'Too many requests', /in its own words/],
  ['core.other', 'The request could not be sent', /in its own words/],
])('a failure says what it was and what to do: %s', async (code, title, message) => {
  const failing = answer(apiDocsApi.tryRequest, new AppError('NotAllowedError', 'in its own words', { code }))
  const { user, trial } = await openForm(createThing, failing)
  await user.click(trial.getByRole('button', { name: 'Send' }))
  const alert = within(await trial.findByRole('alert', { name: title }))
  expect(alert.getAllByText(message).length).toBeGreaterThan(0)
})

test.each<[string, Partial<TryReply>, RegExp]>([
  ['binary', { headers: [['content-type', 'application/pdf']], bytes: 2000 }, /not text \(application\/pdf/],
  ['empty', { body: '' }, /has no body/],
  ['cut', { body: '[1, 2', isCut: true }, /Only the beginning is shown/],
  ['with a number that is too long for a browser', { body: '{"id":12345678901234567890}' }, /\{"id":12345678901234567890\}/],
  ['HTML', { headers: [['content-type', 'text/html']], body: '<img src=x>' }, /<img src=x>/],
])('a body that is %s is shown as what it is', async (_name, more, words) => {
  const { body, ...rest } = reply
  const { user, trial } = await openForm(createThing, answer(apiDocsApi.tryRequest, { ...rest, ...more }))
  expect(body).toBeDefined()
  await user.click(trial.getByRole('button', { name: 'Send' }))
  await trial.findByRole('region', { name: 'Answer' })
  expect(trial.getAllByText((_text, element) => words.test(element?.textContent ?? '')).length).toBeGreaterThan(0)
})

test('samples are the definition’s own first; the chosen language is kept, and secrets are placeholders', async () => {
  const { screen, user, storage } = open(createThing, [])
  const samples = within(await screen.findByRole('region', { name: 'Code samples' }))
  expect(await samples.findByText('Things.create')).toBeDefined()
  await user.click(samples.getByRole('combobox', { name: 'Language' }))
  await user.keyboard('cu{Enter}')
  expect(await samples.findByText("'https://live.test/v1/things?api_key=%3Ckey%3E'")).toBeDefined()
  const again = open(getThing, [], storage)
  expect(await again.screen.findByText("'https://live.test/v1/things/{id}?api_key=%3Ckey%3E'")).toBeDefined()
})

import { integrationsWeb } from '@portico/integrations/web'
import { catalogWeb } from '@portico/catalog/web'
import { AppError, notAllowedError } from '@portico/core/common'
import { answer, renderPage, type RenderPageOptions, type RouteAnswer } from '@portico/core/testing/web'
import { scaffolderApi, type LedgerEntry, type Task, type TaskEvent } from '@portico/scaffolder/common'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { scaffolderWeb } from '../index.tsx'

const id = '0e3b6f0e-0000-4000-8000-000000000001'
const step = (name: string) => ({ id: name, name: `Step ${name}`, action: 'debug:log', input: { message: 'hi' } })
const task = (more: Partial<Task> = {}, spec: Partial<Task['spec']> = {}): Task => ({
  id,
  status: 'processing',
  createdAt: '2026-01-01T00:00:00.000Z',
  createdBy: 'user:default/jane',
  spec: {
    apiVersion: 'scaffolder.backstage.io/v1beta3',
    steps: [step('a'), step('b')],
    output: {},
    parameters: { name: 'shop' },
    templateInfo: { entityRef: 'template:default/service', entity: { metadata: { name: 'service', title: 'New service' } } },
    ...spec,
  },
  ...more,
})
let next = 0
const event = (type: TaskEvent['type'], body: TaskEvent['body']): TaskEvent => {
  next += 1
  return { id: next, taskId: id, type, body, createdAt: new Date(next * 1000).toISOString() }
}
const log = (message: string, more: object = {}) => event('log', { message, ...more })
const failed = (error: object) => [
  log('Beginning', { stepId: 'a', status: 'processing' }),
  log('working', { stepId: 'a' }),
  log('broken', { stepId: 'a', status: 'failed' }),
  log('Skipped', { stepId: 'b', status: 'skipped' }),
  event('completion', { message: 'Run completed with status: failed', error }),
]
const streamOf = (events: readonly TaskEvent[]) =>
  new Response(events.map(each => `event: ${each.type}\ndata: ${JSON.stringify(each)}\n\n`).join(''), {
    headers: { 'content-type': 'text/event-stream' },
  })
/** A stream that stays open. */
const openStream = (events: readonly TaskEvent[]) =>
  new Response(
    new ReadableStream({
      start: controller =>
        controller.enqueue(new TextEncoder().encode(events.map(each => `event: ${each.type}\ndata: ${JSON.stringify(each)}\n\n`).join(''))),
    }),
    { headers: { 'content-type': 'text/event-stream' } },
  )

interface Dependencies extends Partial<RenderPageOptions> {
  readonly of?: Task | AppError
  readonly stream?: () => Response | AppError
  readonly ledger?: readonly LedgerEntry[] | AppError
  readonly more?: readonly RouteAnswer[]
}

function open({ of = task(), stream = () => openStream([]), ledger = [], more = [], ...options }: Dependencies = {}) {
  return renderPage({
    plugins: [catalogWeb, integrationsWeb, scaffolderWeb],
    path: `/create/tasks/${id}`,
    ...options,
    answers: [
      ...more,
      answer(scaffolderApi.getTask, of),
      { route: scaffolderApi.streamTaskEvents, answer: stream },
      answer(scaffolderApi.listTaskEvents, () => new Promise<TaskEvent[]>(() => {})),
      answer(scaffolderApi.getLedger, ledger instanceof AppError ? ledger : { entries: [...ledger] }),
      answer(scaffolderApi.listApprovals, { items: [] }),
    ],
  })
}

const sent = (requests: ReturnType<typeof open>['requests'], path: string) => requests.filter(each => each.path === path)

test("the run of a task is at /create/tasks/:taskId, titled 'Run of {template name}' with 'Task {id}' [SCAF-004, SCAF-020, SCAF-022]", async () => {
  open()
  expect(await screen.findByRole('heading', { level: 1, name: 'Run of New service' })).toBeDefined()
  expect(screen.getByText(`Task ${id}`)).toBeDefined()
})

test("without a template name the page is titled 'Scaffolder Run' [SCAF-021]", async () => {
  open({ of: task({}, { templateInfo: undefined }) })
  expect(await screen.findByRole('heading', { level: 1, name: 'Scaffolder Run' })).toBeDefined()
})

test("'Cancel' asks, then cancels the task [SCAF-023]", async () => {
  const { user, requests } = open({ more: [answer(scaffolderApi.cancelTask, { status: 'cancelled' })] })
  await user.click(await screen.findByRole('button', { name: 'Cancel' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Cancel this run?' }))
  expect(sent(requests, `/v2/tasks/${id}/cancel`)).toEqual([])
  expect(dialog.getByRole('button', { name: 'Keep it running' })).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Cancel run' }))
  await waitFor(() => expect(sent(requests, `/v2/tasks/${id}/cancel`)).toHaveLength(1))
})

test('a run that was cancelled is cancelled, and so is the step that it stopped, whatever the step was in the middle of', async () => {
  const events = [
    log('Beginning', { stepId: 'a', status: 'processing' }),
    event('cancelled', { message: 'Cancelled by jane' }),
    event('completion', { message: 'over', error: { name: 'Error', message: 'Connection lost' } }),
  ]
  open({ of: task({ status: 'failed', isCancelled: true }), stream: () => streamOf(events) })
  const why = within(await screen.findByRole('note', { name: 'The run was cancelled' }))
  expect(why.getByText('Cancelled by jane')).toBeDefined()
  expect(screen.getAllByRole('status').map(each => each.textContent)).toContain('Cancelled')
  const steps = within(screen.getByRole('list', { name: 'Steps' }))
  expect(steps.getByRole('button', { name: /Step a.*Cancelled/ })).toBeDefined()
})

test("'Retry' retries from the failed step, or from the start, and the page follows the task again [SCAF-024]", async () => {
  let current = task({ status: 'failed' })
  let events = failed({ name: 'Error', message: 'broken', stepId: 'a' })
  const { user, requests } = open({
    more: [
      answer(scaffolderApi.getTask, () => current),
      answer(scaffolderApi.retryTask, () => {
        current = task({ status: 'completed' })
        events = [event('recovered', { recoverStrategy: 'resume' }), log('again'), event('completion', { message: 'done', output: {} })]
        return { id }
      }),
    ],
    stream: () => streamOf(events),
  })
  await user.click(await screen.findByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('again')).toBeDefined()
  await waitFor(() => expect(screen.getAllByRole('status').map(each => each.textContent)).toContain('Completed'))
  expect(screen.queryByText('Why it failed')).toBeNull()
  expect(sent(requests, `/v2/tasks/${id}/retry`).map(({ body }) => body)).toEqual([{}])
})

test('a retry from the start is asked for in the menu beside the button', async () => {
  const { user, requests } = open({
    of: task({ status: 'failed' }),
    stream: () => streamOf(failed({ name: 'Error', message: 'broken' })),
    more: [answer(scaffolderApi.retryTask, new AppError('ConflictError', 'It runs already'))],
  })
  await user.click(await screen.findByRole('button', { name: 'Where to retry from' }))
  await user.click(await screen.findByRole('menuitem', { name: 'From the start' }))
  await waitFor(() => expect(sent(requests, `/v2/tasks/${id}/retry`)[0]?.body).toEqual({ startOver: true }))
  expect((await screen.findByText('It runs already')).closest('[role=alert]')).not.toBeNull()
})

test("'Start Over' opens the form of the template with the answers of the run [SCAF-025]", async () => {
  const { user, router } = open({ of: task({ status: 'failed' }), stream: () => streamOf(failed({ name: 'Error', message: 'broken' })) })
  await user.click(await screen.findByRole('button', { name: 'Start Over' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/create/templates/default/service'))
  expect(JSON.parse(new URLSearchParams(router.state.location.search).get('formData') ?? '')).toEqual({ name: 'shop' })
})

test("'Hide Logs' and 'Show Logs' hide and show the logs [SCAF-026]", async () => {
  const { user } = open({ stream: () => openStream([log('first line')]) })
  expect(await screen.findByText('first line')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Hide Logs' }))
  expect(screen.queryByText('first line')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Show Logs' }))
  expect(await screen.findByText('first line')).toBeDefined()
})

test("'Hide Button Bar' and 'Show Button Bar' hide and show the button bar [SCAF-027]", async () => {
  const { user } = open()
  expect(await screen.findByRole('toolbar')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'More actions' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Hide Button Bar' }))
  await waitFor(() => expect(screen.queryByRole('toolbar')).toBeNull())
  await user.click(screen.getByRole('button', { name: 'More actions' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Show Button Bar' }))
  expect(await screen.findByRole('toolbar')).toBeDefined()
})

test('a failed run says cause, step, input and what to do on top; the log of the step is one click away', async () => {
  const error = { name: 'InputError', message: 'The input is <b>wrong</b>', code: 'scaffolder.invalid-input', stepId: 'a' }
  const { user } = open({ of: task({ status: 'failed' }), stream: () => streamOf(failed(error)) })
  const why = within(await screen.findByRole('alert', { name: 'Why it failed' }))
  expect(why.getByText('The input is <b>wrong</b>')).toBeDefined()
  expect(why.getByText('Step a')).toBeDefined()
  expect(why.getByText(/Start over with other answers/)).toBeDefined()
  await user.click(why.getByRole('button', { name: /details/i }))
  expect(why.getByRole('group', { name: /^Input of the step/ }).textContent).toContain('message: hi')
  await user.click(why.getByRole('button', { name: 'Show the log of this step' }))
  expect(await screen.findByRole('heading', { name: 'Log of Step a' })).toBeDefined()
  expect(screen.queryByText('Skipped', { selector: '[data-line] *' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'All steps' }))
  expect(await screen.findByRole('heading', { name: 'Log' })).toBeDefined()
})

test('steps show how they stand; outputs are links, entities, texts and values, with HTML as text', async () => {
  const output = {
    links: [
      { title: 'Repository', url: 'https://git.test/a', icon: 'nobody-knows' },
      { title: 'Open it', entityRef: 'component:default/shop' },
      { title: 'Evil', url: 'javascript:alert(1)' },
      'junk',
    ],
    text: [{ title: 'Next', content: 'Read **this** <img src=x onerror=alert(1)>' }],
    count: 3,
  }
  open({
    of: task({ status: 'completed' }),
    stream: () => streamOf([log('Done', { stepId: 'a', status: 'completed' }), event('completion', { message: 'over', output })]),
  })
  const links = within(await screen.findByRole('list', { name: 'Output' }))
  expect(links.getByRole('link', { name: /^Repository/ }).getAttribute('href')).toBe('https://git.test/a')
  expect(links.getByRole('link', { name: 'Open it' }).getAttribute('href')).toBe('/catalog/default/component/shop')
  expect(links.queryByRole('link', { name: 'Evil' })).toBeNull()
  expect(await screen.findByText('this', { selector: 'strong' })).toBeDefined()
  expect(document.querySelector('img[src=x]')).toBeNull()
  expect(screen.getByRole('group', { name: 'More output' }).textContent).toContain('count: 3')
  const steps = within(screen.getByRole('list', { name: 'Steps' }))
  expect(steps.getByRole('button', { name: /Step a.*Completed/ })).toBeDefined()
  expect(steps.getByRole('button', { name: /Step b.*Not started/ })).toBeDefined()
})

test('skipped steps are not done, and answers have the titles of their fields', async () => {
  const schema = { properties: { name: { title: 'Name of the shop' }, tier: { title: 'Tier', enum: ['1'], 'ui:enumNames': ['First'] } } }
  open({
    of: task({ status: 'completed' }, { parameters: { name: 'shop', tier: '1', older_answer: 'yes' } }),
    stream: () =>
      streamOf([
        log('Done', { stepId: 'a', status: 'completed' }),
        log('Skipped', { stepId: 'b', status: 'skipped' }),
        event('completion', { message: 'over', output: {} }),
      ]),
    more: [answer(scaffolderApi.getParameterSchema, { title: 'New service', steps: [{ title: 'It', schema }] })],
  })
  expect(await screen.findByText('1 done, 1 skipped')).toBeDefined()
  expect(await screen.findByText('Name of the shop')).toBeDefined()
  const answers = within(screen.getByRole('region', { name: 'Answers' }))
  expect(answers.getAllByRole('term').map(each => each.textContent)).toEqual(['Name of the shop', 'Tier', 'Older answer'])
  expect(answers.getAllByRole('definition').map(each => each.textContent)).toEqual(['shop', 'First', 'yes'])
})

test('the files of an ended run are listed and can be downloaded; a download that fails says so', async () => {
  let hasFailed = false
  const { user, requests } = open({
    of: task({ status: 'completed' }),
    stream: () => streamOf([event('completion', { message: 'over', output: {} })]),
    more: [
      answer(scaffolderApi.listTaskFiles, { files: [{ path: 'src/main.js', size: 7 }], leftOut: 1, keptUntil: '2026-02-01T00:00:00.000Z' }),
      {
        route: scaffolderApi.downloadTaskFiles,
        answer: () => {
          hasFailed = !hasFailed
          return hasFailed ? new AppError('NotFoundError', 'They are gone') : new Response('bytes')
        },
      },
    ],
  })
  const list = await screen.findByRole('list', { name: 'Files' })
  expect(list.textContent).toContain('src/main.js')
  expect(screen.getByText('Left out, because they hold a secret: 1')).toBeDefined()
  const saved: string[] = []
  URL.createObjectURL = () => 'blob:x'
  URL.revokeObjectURL = () => {}
  HTMLAnchorElement.prototype.click = function click() {
    saved.push(this.download)
  }
  await user.click(screen.getByRole('button', { name: 'Download files' }))
  expect(await screen.findByText('They are gone')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Download files' }))
  await waitFor(() => expect(saved).toEqual(['shop.tar.gz']))
  expect(sent(requests, `/v2/tasks/${id}/archive`)).toHaveLength(2)
})

test('HTML and colour codes in log lines are no HTML, and 100,000 lines draw only those in view', async () => {
  const count = 100_000
  const lines = Array.from({ length: count }, (_, at) =>
    log(at === 0 ? '\u001b[31m<script>alert(1)</script>\u001b[0m' : `line ${at}`, { stepId: 'a' }),
  )
  open({ of: task({ status: 'completed' }), stream: () => streamOf([...lines, event('completion', { message: 'over', output: {} })]) })
  expect(await screen.findByText('<script>alert(1)</script>')).toBeDefined()
  expect(await screen.findByText('100,001 lines')).toBeDefined()
  expect(document.querySelectorAll('[data-line]').length).toBeLessThan(500)
})

test('what a run has made is listed, and undone only after its plan was confirmed', async () => {
  const entry = (more: Partial<LedgerEntry>): LedgerEntry => ({
    id: 1,
    stepId: 'a',
    action: 'publish:x',
    kind: 'repository',
    title: 'acme/shop',
    canUndo: true,
    createdAt: '2026-01-01T00:00:00.000Z',
    ...more,
  })
  const { user, requests } = open({
    of: task({ status: 'failed' }),
    stream: () => streamOf(failed({ name: 'Error', message: 'broken' })),
    ledger: [entry({ address: 'https://git.test/acme/shop' }), entry({ id: 2, title: 'A mail', kind: 'mail', canUndo: false })],
    more: [answer(scaffolderApi.undoTask, { entries: [] })],
  })
  const made = within(await screen.findByRole('list', { name: 'What was made' }))
  expect(made.getByRole('link', { name: /^acme\/shop/ })).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Undo what this run has made?' }))
  expect(dialog.getAllByRole('listitem').map(item => item.textContent)).toEqual(['acme/shop repository', 'A mail mail'])
  expect(sent(requests, `/v2/tasks/${id}/undo`)).toEqual([])
  await user.click(dialog.getByRole('button', { name: 'Undo 1' }))
  await waitFor(() => expect(sent(requests, `/v2/tasks/${id}/undo`)).toHaveLength(1))
})

test('who is asked for an approval sees who and why and which step waits, and decides; who started the run cannot', async () => {
  const waiting = {
    kind: 'approval' as const,
    stepId: 'b',
    since: '2026-01-01T00:00:00.000Z',
    approvers: ['group:default/platform'],
    reason: 'It costs money',
    demands: [
      { from: 'config' as const, approvers: ['group:default/platform'], reason: 'It costs money' },
      { from: 'template' as const, approvers: ['user:default/jane'], approvedBy: 'user:default/jane' },
    ],
  }
  const of = task({ waiting, createdBy: 'user:default/john' })
  const { user, requests } = open({
    of,
    stream: () => openStream([log('Beginning', { stepId: 'b', status: 'processing' })]),
    more: [answer(scaffolderApi.listApprovals, { items: [{ taskId: id, waiting }] }), answer(scaffolderApi.decideApproval, of)],
  })
  const panel = within(await screen.findByRole('note', { name: 'Waiting for an approval' }))
  expect(panel.getByText('It costs money')).toBeDefined()
  expect(panel.getByRole('link', { name: 'platform' })).toBeDefined()
  const [byConfig, byTemplate] = [/rules of the portal/, /by the template/].map(
    name => panel.getByText(name).nextElementSibling?.textContent,
  )
  expect([byConfig, byTemplate]).toEqual([expect.not.stringContaining('Approved'), expect.stringMatching(/jane.*Approved by.*jane/)])
  const steps = within(screen.getByRole('list', { name: 'Steps' }))
  expect(await steps.findByRole('button', { name: /Waiting/ })).toBeDefined()
  expect(steps.queryByText('Running')).toBeNull()
  await user.type(await panel.findByLabelText('Reason (optional)'), 'fine')
  await user.click(panel.getByRole('button', { name: 'Approve' }))
  await waitFor(() =>
    expect(sent(requests, `/v2/tasks/${id}/approval`)[0]?.body).toEqual({ stepId: 'b', decision: 'approve', reason: 'fine' }),
  )
  open({ of: task({ waiting }) })
  const own = within(await screen.findByRole('note', { name: 'Waiting for an approval' }))
  expect(own.getByText('You started or retried this run. Someone else has to approve it.')).toBeDefined()
  expect(own.queryByRole('button', { name: 'Approve' })).toBeNull()
})

test('a task that cannot be loaded says so; a stream that is refused, or a permission that is lost midway, keeps what is there', async () => {
  open({ of: new AppError('NotFoundError', 'There is no task') })
  expect((await screen.findByRole('alert')).textContent).toContain('The task could not be loaded')
  let count = 0
  const { user } = open({
    stream: () => {
      count += 1
      return count === 1 ? streamOf([log('before')]) : openStream([log('after')])
    },
    more: [answer(scaffolderApi.listTaskEvents, notAllowedError('No longer'))],
  })
  expect(await screen.findByText('before')).toBeDefined()
  expect(await screen.findByText('No longer')).toBeDefined()
  expect(screen.getByText('before')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('after')).toBeDefined()
  open({ ledger: new AppError('Error', 'no ledger'), stream: () => openStream([log('still here')]) })
  expect(await screen.findByText('Could not load what was made')).toBeDefined()
  expect(await screen.findByText('still here')).toBeDefined()
})

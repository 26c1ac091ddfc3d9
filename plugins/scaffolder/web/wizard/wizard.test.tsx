import { answer, renderPage } from '@portico/core/testing/web'
import { AppError, inputError } from '@portico/core/common'
import { catalogApi, type Entity } from '@portico/catalog/common'
import { createMemoryStorage } from '@portico/core/web'
import { scaffolderApi } from '@portico/scaffolder/common'
import { act, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createOpenWizard, pagesOf, plan, reviewButton, template } from '../testing/wizard-fixture.ts'

const openWizard = createOpenWizard(renderPage, answer)

const twoPages = pagesOf(
  [
    {
      title: 'What',
      required: ['name'],
      properties: {
        name: { title: 'Name', type: 'string', minLength: 3, 'ui:autofocus': true },
        tier: { title: 'Tier', type: 'string', enum: ['1', '2'], enumNames: ['One', 'Two'], default: '2' },
        token: { title: 'Token', type: 'string', 'ui:field': 'Secret' },
      },
    },
    { title: 'Where', properties: { isPublic: { title: 'Public', type: 'boolean' } } },
  ],
  { presentation: { buttonLabels: { backButtonText: 'Before', reviewButtonText: 'Look', createButtonText: 'Make it' } } },
)

test('a form is filled in page by page, each with its address, reviewed with its plan, and becomes a task whose run is shown', async () => {
  const { screen, user, router, requests } = openWizard({
    schema: twoPages,
    answers: [
      answer(scaffolderApi.planTask, {
        ...plan,
        directoryContents: [{ path: 'README.md', executable: false, base64Content: '' }],
        effects: [
          { stepId: 'a', action: 'publish', kind: 'repository', title: 'acme/x', address: 'https://code.test/acme/x', canUndo: true },
          {
            stepId: 'b',
            action: 'notification:send',
            kind: 'notification',
            title: 'Notifies group:default/platform: Done',
            canUndo: false,
          },
        ],
        approvals: [{ stepId: 'a', stepName: 'Publish', approvers: ['group:default/platform'], reason: 'It costs money' }],
      }),
    ],
  })
  await user.type(await screen.findByRole('textbox', { name: /^Name/ }), 'pay')
  await user.type(screen.getByLabelText(/^Token/), 'hush')
  await user.click(screen.getByRole('button', { name: 'Next' }))
  await user.click(await screen.findByRole('checkbox', { name: 'Public' }))
  expect(router.state.location.pathname).toBe('/create/templates/default/service/2')
  await user.click(screen.getByRole('button', { name: 'Look' }))
  const what = within(await screen.findByRole('region', { name: 'What' }))
  expect(router.state.location.pathname).toBe('/create/templates/default/service/review')
  expect(what.getAllByRole('definition').map(each => each.textContent)).toEqual(['pay', 'Two', '******'])
  expect(within(screen.getByRole('region', { name: 'Where' })).getByRole('definition').textContent).toBe('Yes')
  expect((await screen.findByRole('link', { name: /acme\/x/ })).getAttribute('href')).toBe('https://code.test/acme/x')
  expect(screen.getByText('Notifies platform: Done')).toBeTruthy()
  expect(screen.getByText('README.md')).toBeTruthy()
  const approvals = within(screen.getByRole('region', { name: 'Approvals' }))
  expect(approvals.getByText('Before "Publish" one of these must approve:')).toBeTruthy()
  expect(approvals.getByRole('link', { name: /platform/ })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Make it' }))
  expect(await screen.findByText('Task task-1')).toBeTruthy()
  expect(router.state.location.pathname).toBe('/create/tasks/task-1')
  const created = requests.find(({ method, path }) => method === 'POST' && path === '/v2/tasks')
  expect(created?.body).toEqual({
    templateRef: 'template:default/service',
    values: { name: 'pay', tier: '2', token: '******', isPublic: true },
    secrets: { token: 'hush' },
  })
})

test('a page is left only when nothing is wrong with it: errors stand once, at their fields, and above them is which', async () => {
  const { screen, user } = openWizard({ schema: twoPages })
  const name = await screen.findByRole('textbox', { name: /^Name/ })
  await user.click(screen.getByRole('button', { name: 'Next' }))
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('Problems on this page: 1')
  expect(within(alert).getByRole('button', { name: 'Name' })).toBeTruthy()
  expect(screen.getAllByText('Name is required')).toHaveLength(1)
  expect(document.activeElement).toBe(name)
  await user.type(name, 'pa')
  expect(await screen.findAllByText('Enter at least 3 characters')).toHaveLength(1)
  await user.type(name, 'y')
  expect(screen.queryByRole('alert')).toBeNull()
  await user.keyboard('{Enter}')
  expect(await screen.findByRole('checkbox', { name: 'Public' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Before' }))
  expect(await screen.findByDisplayValue('pay')).toBeTruthy()
})

test('back and forward of the browser go through the pages, and the answers stay', async () => {
  const { screen, user, router } = openWizard({ schema: twoPages })
  await user.type(await screen.findByRole('textbox', { name: /^Name/ }), 'pay{Enter}')
  expect(await screen.findByRole('checkbox', { name: 'Public' })).toBeTruthy()
  await act(() => router.navigate(-1))
  expect(await screen.findByDisplayValue('pay')).toBeTruthy()
  await act(() => router.navigate(1))
  expect(await screen.findByRole('checkbox', { name: 'Public' })).toBeTruthy()
})

test('a draft is kept over a reload, without secrets, and can be dropped', async () => {
  const storage = createMemoryStorage()
  const first = openWizard({ schema: twoPages, storage })
  await first.user.type(await first.screen.findByRole('textbox', { name: /^Name/ }), 'pay')
  await first.user.type(first.screen.getByLabelText(/^Token/), 'hush')
  await first.user.click(first.screen.getByRole('button', { name: 'Next' }))
  await first.screen.findByRole('checkbox', { name: 'Public' })
  const path = first.router.state.location.pathname
  // The page goes away before the draft would be written by itself.
  window.dispatchEvent(new Event('pagehide'))
  const kept = Object.entries(storageOf(storage)).find(([key]) => key.includes('/drafts/'))
  expect(kept?.[1]).toContain('pay')
  expect(kept?.[1]).not.toContain('hush')
  expect(kept?.[1]).not.toContain('****')

  const second = openWizard({ schema: twoPages, storage, path })
  // A page with a secret is gone through again.
  expect(await second.screen.findByDisplayValue('pay')).toBeTruthy()
  expect(second.router.state.location.pathname).toBe('/create/templates/default/service')
  await second.user.click(second.screen.getByRole('button', { name: 'Start afresh' }))
  expect(((await second.screen.findByRole('textbox', { name: /^Name/ })) as HTMLInputElement).value).toBe('')
  expect(second.screen.queryByRole('button', { name: 'Start afresh' })).toBeNull()
})

test('a review names entities by their titles, and repositories as people write them', async () => {
  const schema = pagesOf([
    {
      title: 'Where',
      properties: {
        owner: { title: 'Owner', type: 'string', 'ui:field': 'OwnerPicker', default: 'group:default/night-desk' },
        repoUrl: { title: 'Repository', type: 'string', 'ui:field': 'RepoUrlPicker', default: 'github.com?owner=acme&repo=shop' },
      },
    },
  ])
  const owner: Entity = { apiVersion: 'v1', kind: 'Group', metadata: { name: 'night-desk', title: 'Night Desk' }, spec: { type: 'team' } }
  const refs = answer(catalogApi.getEntitiesByRefs, ({ body }) => ({
    items: (body as { entityRefs: string[] }).entityRefs.map(ref => (ref.endsWith('/night-desk') ? owner : null)),
  }))
  const { screen, user } = openWizard({ schema, answers: [refs] })
  await screen.findByRole('combobox', { name: 'Owner' })
  await user.click(reviewButton())
  const where = within(await screen.findByRole('region', { name: 'Where' }))
  expect((await where.findByRole('link', { name: 'Night Desk' })).getAttribute('href')).toBe('/catalog/default/group/night-desk')
  expect(where.getByText('github.com/acme/shop')).toBeTruthy()
})

test('what another tab types into the same form is told and changes nothing here; its answers can be used, and a created task ends the draft', async () => {
  const storage = createMemoryStorage()
  const schema = pagesOf([{ properties: { name: { title: 'Name', type: 'string' } } }])
  const { screen, user, requests, storeInOtherTab } = openWizard({ schema, storage })
  const name = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' })
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'first')
  window.dispatchEvent(new Event('pagehide'))
  const [key, draft] = Object.entries(storageOf(storage)).find(([each]) => each.includes('/drafts/')) ?? ['', '']
  storeInOtherTab(key, draft)
  expect(screen.queryByText(/open in another tab/)).toBeNull()
  storeInOtherTab(key, draft.replace('first', 'second'))
  expect(name().value).toBe('first')
  expect(await screen.findByText(/This form is open in another tab too/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Use the answers of the other tab' }))
  expect(name().value).toBe('second')
  expect(screen.queryByText(/open in another tab/)).toBeNull()
  expect(storage.getItem(key)).toContain('second')
  await user.type(name(), ' try')
  storeInOtherTab(key, draft.replace('first', 'third'))
  await user.click(reviewButton())
  await user.click(await screen.findByRole('button', { name: 'Create' }))
  await screen.findByText('Task task-1')
  const created = requests.find(({ method, path }) => method === 'POST' && path === '/v2/tasks')
  expect(created?.body).toMatchObject({ values: { name: 'second try' } })
  expect(storage.getItem(key)).toBeNull()
})

function storageOf(storage: Storage): Record<string, string> {
  return Object.fromEntries(
    Array.from({ length: storage.length }, (_, at) => [storage.key(at) ?? '', storage.getItem(storage.key(at) ?? '') ?? '']),
  )
}

test('the address presets answers with formData; what cannot be read is said', async () => {
  const path = '/create/templates/default/service'
  const good = openWizard({ schema: twoPages, path: `${path}?formData=${encodeURIComponent('{"name":"given","tier":"1"}')}` })
  expect(await good.screen.findByDisplayValue('given')).toBeTruthy()
  expect(good.screen.getByDisplayValue('One')).toBeTruthy()
  const bad = openWizard({ schema: twoPages, path: `${path}?formData=${encodeURIComponent('{oops')}` })
  expect(await bad.screen.findByText('The address holds answers that cannot be read')).toBeTruthy()
  expect(bad.screen.getByDisplayValue('Two')).toBeTruthy()
})

test('a required secret must be typed again when a run is started over: its mask is no answer', async () => {
  const schema = pagesOf([
    { title: 'What', required: ['token'], properties: { token: { title: 'Token', type: 'string', 'ui:field': 'Secret' } } },
  ])
  const path = `/create/templates/default/service?formData=${encodeURIComponent('{"token":"***"}')}`
  const { screen, user, requests } = openWizard({ schema, path, answers: [answer(scaffolderApi.planTask, plan)] })
  await screen.findByLabelText(/^Token/)
  await user.click(reviewButton())
  expect((await screen.findByRole('alert')).textContent).toContain('Problems on this page: 1')
  await user.type(screen.getByLabelText(/^Token/), 'hush')
  await user.click(reviewButton())
  await user.click(await screen.findByRole('button', { name: 'Create' }))
  await screen.findByText('Task task-1')
  expect(requests.find(({ method, path: sent }) => method === 'POST' && sent === '/v2/tasks')?.body).toMatchObject({
    secrets: { token: 'hush' },
  })
})

test('a page whose answers are missing cannot be opened by its address', async () => {
  const { screen, router } = openWizard({ schema: twoPages, path: '/create/templates/default/service/review' })
  expect(await screen.findByRole('textbox', { name: /^Name/ })).toBeTruthy()
  expect(router.state.location.pathname).toBe('/create/templates/default/service')
})

test('the short address of a template leads to it in the default namespace [SCAF-002, SCAF-003]', async () => {
  const { screen, router } = openWizard({ schema: twoPages, path: '/create/templates/service?formData=%7B%22name%22%3A%22given%22%7D' })
  expect(await screen.findByDisplayValue('given')).toBeTruthy()
  expect(router.state.location.pathname).toBe('/create/templates/default/service')
})

test("the menu of the wizard offers 'Edit Configuration' [SCAF-019]", async () => {
  const { screen, user } = openWizard({ schema: twoPages })
  await user.click(await screen.findByRole('button', { name: 'More about this template' }))
  const item = await screen.findByRole('menuitem', { name: /Edit Configuration/ })
  expect(item.getAttribute('href')).toBe('https://code.test/edit/template.yaml')
})

test("without a page to edit its source at, 'Edit Configuration' opens a copy in the editor, for those who may manage templates", async () => {
  const file: Entity = { ...template, metadata: { name: 'service', namespace: 'default' } }
  const answers = [answer(catalogApi.getEntityByName, file)]
  const { screen, user } = openWizard({ schema: twoPages, answers })
  await user.click(await screen.findByRole('button', { name: 'More about this template' }))
  const item = await screen.findByRole('menuitem', { name: /Edit Configuration/ })
  expect(item.getAttribute('href')).toBe('/create/template?from=template%3Adefault%2Fservice')
})

test('a creation that the server does not answer with 201 says what it answered, and the answers stay [SCAFAPI-28]', async () => {
  const failure = new Response('no room', { status: 507, statusText: 'Insufficient Storage' })
  const { screen, user } = openWizard({
    schema: pagesOf([{ properties: { name: { title: 'Name', type: 'string' } } }]),
    answers: [answer(scaffolderApi.createTask, failure)],
  })
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'pay{Enter}')
  await user.click(await screen.findByRole('button', { name: 'Create' }))
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('Backend request failed, 507 Insufficient Storage no room')
  await user.click(screen.getByRole('button', { name: 'Back' }))
  expect(await screen.findByDisplayValue('pay')).toBeTruthy()
})

test('a plan that fails does not keep anyone from creating', async () => {
  const { screen, user } = openWizard({
    schema: pagesOf([]),
    answers: [answer(scaffolderApi.planTask, inputError('The host is away'))],
  })
  expect(await screen.findByText('Could not find out what will be made')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Create' }))
  expect(await screen.findByText('Task task-1')).toBeTruthy()
})

test('a plan that shows that a run would fail says at which step and why, and refuses it until it can be made', async () => {
  let isMended = false
  const refused = new AppError('NotFoundError', "There is no action 'fetch:templat'", {
    code: 'scaffolder.dry-run-failed',
    details: { stepId: 'fetch', stepName: 'Write the files', isCertain: true },
  })
  const { screen, user, requests } = openWizard({
    schema: pagesOf([]),
    answers: [answer(scaffolderApi.planTask, () => (isMended ? plan : refused))],
  })
  expect(await screen.findByText("Step “Write the files”: There is no action 'fetch:templat'")).toBeTruthy()
  expect((screen.getByRole('button', { name: 'Create' }) as HTMLButtonElement).disabled).toBe(true)
  expect(requests.some(({ method, path }) => method === 'POST' && path === '/v2/tasks')).toBe(false)
  isMended = true
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await user.click(await screen.findByRole('button', { name: 'Create' }))
  expect(await screen.findByText('Task task-1')).toBeTruthy()
})

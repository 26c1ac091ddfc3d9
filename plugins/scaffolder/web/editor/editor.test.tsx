import { integrationsWeb } from '@portico/integrations/web'
import { catalogApi } from '@portico/catalog/common'
import { catalogWeb } from '@portico/catalog/web'
import { AppError } from '@portico/core/common'
import { answer, renderPage, type RouteAnswer } from '@portico/core/testing/web'
import { defineApi, permissionApiRef } from '@portico/core/web'
import { scaffolderApi, type DryRunResult } from '@portico/scaffolder/common'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { scaffolderWeb } from '../index.tsx'
import { openedFolder } from './opened-folder.ts'

// jsdom has no layout, so ranges have no rectangles; the editor reads them all the same.
beforeAll(() => {
  Range.prototype.getClientRects = () => [] as unknown as DOMRectList
})
afterEach(() => {
  act(() => openedFolder.set(undefined))
  vi.unstubAllGlobals()
})

const base64 = (text: string) => Buffer.from(text).toString('base64')
const template = {
  apiVersion: 'scaffolder.backstage.io/v1beta3',
  kind: 'Template',
  metadata: { name: 'one' },
  spec: { type: 'service', parameters: [{ title: 'About', properties: { name: { title: 'Name', type: 'string' } } }], steps: [] },
}
const result: DryRunResult = {
  log: [
    { body: { message: 'Beginning', stepId: 'a', status: 'processing' } },
    { body: { message: 'no dry run', stepId: 'b', status: 'skipped' } },
  ],
  output: { links: [{ title: 'Repository', url: 'https://git.test/a' }] },
  steps: [
    { id: 'a', name: 'First', action: 'debug:log' },
    { id: 'b', name: 'Second', action: 'publish:github' },
  ],
  directoryContents: [{ path: 'README.md', executable: false, base64Content: base64('# Shop') }],
  effects: [],
  approvals: [],
}
const files = {
  templatePath: 'template.yaml',
  files: [
    { path: 'skeleton/a.bin', base64Content: base64('\u0000') },
    { path: 'template.yaml', base64Content: base64('kind: Template\n') },
  ],
  skipped: [],
}

function open(path: string, answers: readonly RouteAnswer[] = [], more: object = {}) {
  return renderPage({
    plugins: [catalogWeb, integrationsWeb, scaffolderWeb],
    path,
    ...more,
    answers: [
      ...answers,
      answer(scaffolderApi.readTemplateFiles, files),
      answer(scaffolderApi.checkTemplate, { template, findings: [{ severity: 'error', path: 'kind', message: 'It is wrong', line: 1 }] }),
      answer(scaffolderApi.listActions, []),
      answer(scaffolderApi.dryRun, result),
      answer(catalogApi.queryEntitiesByPredicate, {
        items: [{ apiVersion: 'x', kind: 'Template', metadata: { name: 'service', namespace: 'default', title: 'A service' } }],
        totalItems: 1,
        pageInfo: {},
      }),
    ],
  })
}

/** A directory of the user's machine, in memory. */
function fakeDirectory(contents: Map<string, string>) {
  const handle = (prefix: string): object => ({
    name: 'my-folder',
    kind: 'directory',
    async *values() {
      const names = new Set(
        [...contents.keys()].filter(path => path.startsWith(prefix)).map(path => path.slice(prefix.length).split('/')[0] ?? ''),
      )
      for (const name of names)
        yield contents.has(prefix + name) ? { ...fileHandle(prefix + name), name, kind: 'file' } : { ...handle(`${prefix}${name}/`), name }
    },
    getDirectoryHandle: async (name: string) => handle(`${prefix}${name}/`),
    getFileHandle: async (name: string) => fileHandle(prefix + name),
  })
  const fileHandle = (path: string) => ({
    getFile: async () => ({
      size: contents.get(path)?.length ?? 0,
      arrayBuffer: async () => new TextEncoder().encode(contents.get(path)).buffer,
    }),
    createWritable: async () => ({ write: async (text: string) => void contents.set(path, text), close: async () => {} }),
  })
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('showDirectoryPicker', async () => handle(''))
}

const openEditor = '/create/template?from=template:default/one'

test('/create/edit offers a directory, a new template, the playground and the explorer [SCAF-007, SCAF-045]', async () => {
  open('/create/edit')
  expect(await screen.findByRole('heading', { level: 1, name: 'Manage templates' })).toBeDefined()
  for (const name of ['Load Template Directory', 'Create New Template', 'Template Form Playground', 'Custom Field Explorer'])
    expect(await screen.findByRole('heading', { level: 2, name })).toBeDefined()
  expect(screen.getByRole('link', { name: 'Template Form Playground' }).getAttribute('href')).toBe('/create/template-form')
  expect(screen.getByRole('link', { name: 'Custom Field Explorer' }).getAttribute('href')).toBe('/create/custom-fields')
})

test('browsers that cannot open directories, or do so without HTTPS, say so and do not offer it [SCAF-044]', async () => {
  open('/create/edit')
  for (const name of ['Load Template Directory', 'Create New Template'])
    expect(((await screen.findByRole('button', { name })) as HTMLButtonElement).disabled).toBe(true)
  expect(
    screen.getAllByText(/Only some Chromium-based browsers can open a directory, and only when the portal is reached over HTTPS/),
  ).toHaveLength(2)
  fakeDirectory(new Map())
  open('/create/edit')
  for (const name of ['Load Template Directory', 'Create New Template'])
    expect(((await screen.findByRole('button', { name })) as HTMLButtonElement).disabled).toBe(false)
})

test('a directory is created with a template to begin with, edited and saved', async () => {
  const contents = new Map<string, string>()
  fakeDirectory(contents)
  const { user } = open('/create/edit')
  await user.click(await screen.findByRole('button', { name: 'Create New Template' }))
  const list = within(await screen.findByRole('list', { name: 'Files' }))
  expect(list.getAllByRole('button').map(each => each.getAttribute('title'))).toEqual([
    'skeleton/README.md',
    'skeleton/catalog-info.yaml',
    'template.yaml',
  ])
  expect(within(list.getByRole('list', { name: 'skeleton/' })).getAllByRole('button')).toHaveLength(2)
  expect(contents.get('template.yaml')).toContain('kind: Template')
  await user.click(list.getByRole('button', { name: 'README.md' }))
  const save = await screen.findByRole('button', { name: 'Save skeleton/README.md' })
  expect((save as HTMLButtonElement).disabled).toBe(true)
  await user.click(await screen.findByRole('textbox', { name: 'Content of skeleton/README.md' }))
  await user.keyboard('X')
  await waitFor(() => expect((save as HTMLButtonElement).disabled).toBe(false))
  await user.click(save)
  await waitFor(() => expect(contents.get('skeleton/README.md')).toContain('X'))
})

test('the editor is at /create/template; its File menu opens, creates and closes [SCAF-008, SCAF-036]', async () => {
  const { user, router } = open(openEditor)
  expect(await screen.findByRole('heading', { level: 1, name: 'Template editor' })).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'File' }))
  expect((await screen.findAllByRole('menuitem')).map(item => item.textContent)).toEqual([
    'Open template directory',
    'Create template directory',
    'Close template editor',
  ])
  await user.click(screen.getByRole('menuitem', { name: 'Close template editor' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/create/edit'))
})

test('the Templates menu opens a copy of a template of the catalog [SCAF-037]', async () => {
  const { user, router } = open(openEditor)
  await user.click(await screen.findByRole('button', { name: 'Templates' }))
  await user.click(await screen.findByRole('menuitem', { name: 'A service' }))
  await waitFor(() => expect(router.state.location.search).toBe('?from=template%3Adefault%2Fservice'))
})

test('the Publish dialog says to save locally, open a pull request, and register a new template repository [SCAF-038, SCAF-039]', async () => {
  const { user } = open(openEditor)
  await user.click(await screen.findByRole('button', { name: 'Publish' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Publish this template' }))
  expect(dialog.getByText(/Save the files of the template in a local directory/)).toBeDefined()
  expect(dialog.getByText(/Open a pull request/)).toBeDefined()
  expect(dialog.getByText(/Register a new template repository in the catalog/)).toBeDefined()
})

/** Fills the form of the preview and starts a dry run. */
async function dryRun(user: ReturnType<typeof open>['user']) {
  await user.click(await screen.findByRole('button', { name: 'Next' }))
  await user.click(await screen.findByRole('button', { name: 'Dry run' }))
}

test("dry-run results have 'Files', 'Log' and 'Output', a .zip, a 'Skipped' label, and can be deleted [SCAF-040, SCAF-041, SCAF-042, SCAF-043]", async () => {
  const saved: Blob[] = []
  URL.createObjectURL = blob => String(saved.push(blob as Blob))
  URL.revokeObjectURL = () => {}
  const { user, requests } = open(openEditor)
  await dryRun(user)
  expect((await screen.findAllByRole('tab')).map(tab => tab.textContent)).toEqual(['Files', 'Log', 'Output'])
  expect(screen.getByRole('group', { name: 'README.md' }).textContent).toContain('Shop')
  await user.click(screen.getByRole('tab', { name: 'Log' }))
  expect(await screen.findByText('no dry run')).toBeDefined()
  await user.click(screen.getByRole('tab', { name: 'Output' }))
  expect((await screen.findByRole('link', { name: /^Repository/ })).getAttribute('href')).toBe('https://git.test/a')
  const steps = within(screen.getByRole('list', { name: 'Steps' }))
  expect(steps.getAllByRole('listitem').map(item => item.textContent)).toEqual(['First OK', 'Second Skipped'])
  await user.click(screen.getByRole('button', { name: 'Download as .zip' }))
  expect(saved[0]?.type).toBe('application/zip')
  expect(requests.find(({ path }) => path === '/v2/dry-run')?.body).toMatchObject({
    template,
    values: {},
    directoryContents: [{ path: 'skeleton/a.bin' }, {}],
  })
  await user.click(screen.getByRole('button', { name: 'Delete result' }))
  expect(await screen.findByText(/start a dry run/)).toBeDefined()
})

test('a dry run that fails keeps its log; a template that cannot be read or checked says so', async () => {
  const failed = new AppError('InputError', 'The step broke', { code: 'scaffolder.dry-run-failed', details: { log: result.log } })
  const { user } = open(openEditor, [answer(scaffolderApi.dryRun, failed)])
  await dryRun(user)
  expect((await screen.findByRole('alert')).textContent).toContain('The step broke')
  expect(await screen.findByText('no dry run')).toBeDefined()
  open(openEditor, [answer(scaffolderApi.checkTemplate, new AppError('Error', 'no check'))])
  expect(await screen.findByText('The template could not be checked')).toBeDefined()
  open(openEditor, [answer(scaffolderApi.readTemplateFiles, new AppError('NotFoundError', 'no such template'))])
  expect(await screen.findByText('The template could not be opened')).toBeDefined()
})

test('what is wrong stands at its line and in a list that leads there; a file that is not text is said to be none', async () => {
  const { user } = open(openEditor)
  const problems = within(await screen.findByRole('list', { name: 'Problems' }))
  expect(problems.getByText(/It is wrong/)).toBeDefined()
  await waitFor(() => expect(document.querySelector('.cm-mistake')?.getAttribute('data-mistake')).toBe('It is wrong'))
  await user.click(screen.getByRole('button', { name: 'a.bin' }))
  expect(await screen.findByText('This file is not text.')).toBeDefined()
  await user.click(problems.getByRole('button', { name: /It is wrong.*Line 1/ }))
  expect(await screen.findByRole('textbox', { name: 'Content of template.yaml' })).toBeDefined()
})

test('/create/template-form shows the form of a template while it is written [SCAF-010]', async () => {
  const { user } = open('/create/template-form')
  expect(await screen.findByRole('heading', { level: 1, name: 'Template form playground' })).toBeDefined()
  await user.type(await screen.findByRole('textbox', { name: /^Name/ }), 'shop')
  await user.click(screen.getByRole('button', { name: 'Next' }))
  await user.click(await screen.findByRole('button', { name: 'Answers' }))
  expect((await screen.findByRole('group', { name: 'Answers' })).textContent).toContain('name: shop')
})

test("/create/custom-fields has 'Field Options' with 'Apply', 'Field Preview' and 'Template Spec' [SCAF-009, SCAF-046, SCAF-047]", async () => {
  const { user } = open('/create/custom-fields?field=EntityNamePicker')
  expect(await screen.findByRole('heading', { level: 1, name: 'Custom field explorer' })).toBeDefined()
  const options = within(await screen.findByRole('region', { name: 'Field Options' }))
  const preview = within(screen.getByRole('region', { name: 'Field Preview' }))
  await user.type(await preview.findByRole('textbox', { name: /^EntityNamePicker/ }), 'shop')
  await waitFor(() => expect(preview.getByRole('group', { name: 'Value' }).textContent).toContain('shop'))
  const spec = within(screen.getByRole('region', { name: 'Template Spec' }))
  expect(spec.getByRole('group').textContent).toContain('EntityNamePicker')
  const typed = await options.findByRole('textbox', { name: 'Options (JSON)' })
  fireEvent.change(typed, { target: { value: '{"rows": 3}' } })
  await user.click(options.getByRole('button', { name: 'Apply' }))
  await waitFor(() => expect(spec.getByRole('group').textContent).toContain('rows: 3'))
  fireEvent.change(typed, { target: { value: '[[' } })
  await user.click(options.getByRole('button', { name: 'Apply' }))
  expect(await options.findByText(/^The options are not JSON/)).toBeDefined()
  expect(spec.getByRole('group').textContent).toContain('rows: 3')
})

test('whoever may not manage templates is told which permission is missing', async () => {
  const deny = defineApi({
    api: permissionApiRef,
    create: () => ({
      authorize: async () => ({ result: 'DENY' as const }),
      known: () => undefined,
      explain: async () => ({ permission: 'scaffolder.template.management' }),
    }),
  })
  for (const path of ['/create/edit', '/create/template', '/create/template-form', '/create/custom-fields']) {
    open(path, [], { apis: [deny] })
    expect(await screen.findByText(/scaffolder\.template\.management/)).toBeDefined()
  }
})

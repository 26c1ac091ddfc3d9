import { catalogApi, type Entity } from '@portico/catalog/common'
import { catalogWeb } from '@portico/catalog/web'
import { answer, renderPage, type RenderPageOptions, type RouteAnswer } from '@portico/core/testing/web'
import { defineWebPlugin } from '@portico/core/web'
import { scaffolderApi, type DryRunResult, type ParameterSchema } from '@portico/scaffolder/common'
import { screen } from '@testing-library/react'
import { scaffolderWeb } from '@portico/scaffolder/web'

type Step = ParameterSchema['steps'][number]['schema']

export const template: Entity = {
  apiVersion: 'scaffolder.backstage.io/v1beta3',
  kind: 'Template',
  metadata: { name: 'service', namespace: 'default', annotations: { 'backstage.io/edit-url': 'https://code.test/edit/template.yaml' } },
  spec: { type: 'service' },
  relations: [{ type: 'ownedBy', targetRef: 'group:default/groundwork' }],
}

export const plan: DryRunResult = { log: [], output: {}, steps: [], directoryContents: [], effects: [], approvals: [] }

/** A schema of pages, each with its title. */
export function pagesOf(pages: readonly Step[], more: Partial<ParameterSchema> = {}): ParameterSchema {
  return { title: 'Service', steps: pages.map((schema, at) => ({ title: String(schema['title'] ?? `Page ${at + 1}`), schema })), ...more }
}

export interface OpenWizardOptions extends Omit<RenderPageOptions, 'plugins'> {
  readonly schema: ParameterSchema
  readonly plugins?: RenderPageOptions['plugins']
  readonly answers?: readonly RouteAnswer[]
}

/** What shows that a task was created: the page of its run is another part of the plugin. */
const runPage = defineWebPlugin({
  id: 'runs',
  pages: [{ path: '/create/tasks/:taskId', title: 'Run', load: async () => ({ default: () => 'The run' }) }],
})

/** Opens the form of a template. */
export function openWizard({ schema, path = '/create/templates/default/service', plugins = [], answers = [], ...rest }: OpenWizardOptions) {
  return renderPage({
    ...rest,
    path,
    plugins: [catalogWeb, scaffolderWeb, runPage, ...plugins],
    answers: [
      ...answers,
      answer(catalogApi.getEntityByName, template),
      answer(catalogApi.getEntitiesByRefs, { items: [] }),
      answer(catalogApi.queryEntitiesByPredicate, { items: [], totalItems: 0, pageInfo: {} }),
      answer(scaffolderApi.getParameterSchema, schema),
      answer(scaffolderApi.planTask, plan),
      answer(scaffolderApi.createTask, { id: 'task-1' }),
      answer(scaffolderApi.listIntegrations, { integrations: [{ type: 'github', title: 'GitHub', host: 'github.com' }] }),
    ],
  })
}

/** The button that leads to the review; the mark of that step has the same name. */
export function reviewButton(): HTMLElement {
  const found = screen.getAllByRole('button', { name: 'Review' }).at(-1)
  if (!found) throw new Error('There is no button to the review')
  return found
}

import { integrationsApi } from '@portico/integrations/common'
import { integrationsWeb } from '@portico/integrations/web'
import { catalogApi, type Entity } from '@portico/catalog/common'
import { catalogWeb } from '@portico/catalog/web'
import type { Reply, Route } from '@portico/core/common'
import type { WebPlugin } from '@portico/core/web'
import { scaffolderApi, type DryRunResult, type ParameterSchema } from '@portico/scaffolder/common'
import { scaffolderWeb } from '../index.tsx'

/** The template whose form tests open. */
export const template: Entity = {
  apiVersion: 'scaffolder.backstage.io/v1beta3',
  kind: 'Template',
  metadata: { name: 'service', namespace: 'default', annotations: { 'backstage.io/edit-url': 'https://code.test/edit/template.yaml' } },
  spec: { type: 'service' },
  relations: [{ type: 'ownedBy', targetRef: 'group:default/groundwork' }],
}

/** A plan that makes nothing. */
export const plan: DryRunResult = { log: [], output: {}, steps: [], directoryContents: [], effects: [], approvals: [] }

/** A schema of pages, each with its title. */
export function pagesOf(
  pages: readonly ParameterSchema['steps'][number]['schema'][],
  more: Partial<ParameterSchema> = {},
): ParameterSchema {
  return { title: 'Service', steps: pages.map((schema, at) => ({ title: String(schema['title'] ?? `Page ${at + 1}`), schema })), ...more }
}

interface PageOptions<A> {
  readonly plugins: readonly WebPlugin[]
  readonly path?: string
  readonly answers?: readonly A[]
}

/** Opens the form of a template, with the `renderPage` and the `answer` of the tests. */
export function createOpenWizard<Options extends PageOptions<A>, A, Opened>(
  renderPage: (options: Options) => Opened,
  answer: <R extends Route>(route: R, value: Reply<R>) => A,
) {
  return (options: Omit<Options, 'plugins'> & { readonly schema: ParameterSchema; readonly plugins?: readonly WebPlugin[] }): Opened => {
    const { schema, path = '/create/templates/default/service', plugins = [], answers = [], ...rest } = options
    const all = [
      ...answers,
      answer(catalogApi.getEntityByName, template),
      answer(catalogApi.getEntitiesByRefs, { items: [] }),
      answer(catalogApi.queryEntitiesByPredicate, { items: [], totalItems: 0, pageInfo: {} }),
      answer(scaffolderApi.getParameterSchema, schema),
      answer(scaffolderApi.planTask, plan),
      answer(scaffolderApi.createTask, { id: 'task-1' }),
      answer(integrationsApi.listScmIntegrations, { integrations: [{ type: 'github', title: 'GitHub', host: 'github.com' }] }),
    ]
    return renderPage({
      ...rest,
      path,
      plugins: [catalogWeb, integrationsWeb, scaffolderWeb, ...plugins],
      answers: all,
    } as unknown as Options)
  }
}

/** The button that leads to the review; the mark of that step has the same name. */
export function reviewButton(): HTMLElement {
  const found = [...document.querySelectorAll('button')].findLast(button => button.textContent === 'Review')
  if (!found) throw new Error('There is no button to the review')
  return found
}

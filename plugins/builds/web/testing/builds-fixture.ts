import { catalogApi, type Entity } from '@portico/catalog/common'
import { catalogWeb } from '@portico/catalog/web'
import type { Reply, Route } from '@portico/core/common'
import { buildsWeb } from '../index.tsx'

/** The tab of the entity that tests open. */
export const tabPath = '/catalog/default/component/web/ci-cd'

/** The entity that tests open; by default it uses CircleCI. */
export function component(annotations: Readonly<Record<string, string>> = { 'circleci.com/project-slug': 'github/acme/web' }): Entity {
  return { apiVersion: 'backstage.io/v1alpha1', kind: 'Component', metadata: { name: 'web', annotations }, spec: { type: 'website' } }
}

interface PageOptions<A> {
  readonly path?: string
  readonly answers?: readonly A[]
}

/** Opens the tab of builds with the `renderPage`, the `answer` and the CircleCI of the tests. */
export function createOpenBuilds<
  Options extends PageOptions<A>,
  A,
  Opened extends object,
  Circle,
  Page extends { readonly fetch: unknown },
>(
  renderPage: (options: Options) => Opened,
  answer: <R extends Route>(route: R, value: Reply<R>) => A,
  createPage: (options: Circle) => Page,
) {
  return (
    options: Partial<Omit<Options, 'plugins' | 'fetch'>> & Circle & { readonly entity?: Entity } = {} as Circle & Options,
  ): Opened & Omit<Page, 'fetch'> => {
    const { path = tabPath, entity = component(), answers = [], ...rest } = options
    const { fetch, ...page } = createPage(options)
    const all = [answer(catalogApi.getEntityByName, entity), ...answers]
    const opened = renderPage({ ...rest, plugins: [catalogWeb, buildsWeb], path, answers: all, fetch } as unknown as Options)
    return { ...opened, ...page }
  }
}

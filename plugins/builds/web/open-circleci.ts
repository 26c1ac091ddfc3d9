import { answerCircle, circleBuild, createCircleModel } from '@portico/builds/testing'
import { catalogApi, type Entity } from '@portico/catalog/common'
import { catalogWeb } from '@portico/catalog/web'
import { answer, renderPage, type AnsweredRequest, type RouteAnswer } from '@portico/core/testing/web'
import { buildsWeb } from './index.tsx'

export const component = (annotations: Readonly<Record<string, string>> = {}): Entity => ({
  apiVersion: 'backstage.io/v1alpha1',
  kind: 'Component',
  metadata: { name: 'web', annotations },
  spec: { type: 'website' },
})

export const tabPath = '/catalog/default/component/web/ci-cd'
const slug = { 'circleci.com/project-slug': 'github/acme/web' }
const base = 'http://portal.test/api/proxy/circleci/api'

export interface OpenOptions {
  readonly path?: string
  readonly entity?: Entity
  readonly answers?: readonly RouteAnswer[]
  /** Answers in place of CircleCI. */
  readonly instead?: (request: AnsweredRequest) => Response | Promise<Response> | undefined
  readonly outputs?: Readonly<Record<string, unknown>>
  readonly config?: Readonly<Record<string, unknown>>
}

/** The page of an entity, with CircleCI behind the proxy: it checks every request. */
export function openCircleCi({
  path = tabPath,
  entity = component(slug),
  answers = [],
  instead,
  outputs = {},
  config = {},
}: OpenOptions = {}) {
  const model = createCircleModel('github/acme/web', [circleBuild(3), circleBuild(2), circleBuild(1)])
  const asked: string[] = []

  async function fetch(request: AnsweredRequest): Promise<Response | undefined> {
    const { method, url, headers } = request
    const special = await instead?.(request)
    if (special) return special
    if (url in outputs) {
      if (headers.has('authorization')) model.refused.push(`${url}: a token was sent`)
      asked.push(`${method} ${url}`)
      return Response.json(outputs[url])
    }
    if (!url.startsWith(base)) return undefined
    if (headers.get('authorization') !== 'Bearer test-token') model.refused.push(`${url}: no token was sent`)
    asked.push(`${method} ${url.slice(base.length)}`)
    const { pathname, searchParams } = new URL(url)
    const { status, json } = answerCircle(model, { method, path: pathname.slice('/api/proxy/circleci/api'.length), query: searchParams })
    return Response.json(json, { status })
  }

  const shown = renderPage({
    plugins: [catalogWeb, buildsWeb],
    path,
    answers: [answer(catalogApi.getEntityByName, entity), ...answers],
    config,
    fetch: fetch as never,
  })
  return { ...shown, model, asked }
}

import { eventually } from '@portico/core/testing'
import { answer, renderPage, type AnsweredRequest } from '@portico/core/testing/web'
import { authProvidersApiRef, defineApi, type AuthProviders, type ProviderAuth } from '@portico/core/web'
import { kubernetesApi, type ClusterObjects, type RequestAuth } from '@portico/kubernetes/common'
import { podShape } from '@portico/kubernetes/testing'
import { expect, test } from 'vitest'
import { createOpenTab } from './testing/kubernetes-fixture.ts'
import type { LiveEvent } from './live/live-state.ts'

const cluster = { name: 'okta', title: 'Okta' }
const objects: ClusterObjects = {
  cluster,
  resources: [{ type: 'pods', resources: [podShape({ name: 'pay-0', entity: 'pay' })] }],
  podMetrics: [],
  errors: [],
}
const unauthorized = { errorType: 'UNAUTHORIZED_ERROR', statusCode: 401, resourcePath: '/api/v1/pods' }

/** A session whose token can be renewed. */
function createSession() {
  const session = { version: 1 }
  const api = {
    getIdToken: async () => `token ${session.version}`,
    getSession: async () => void (session.version += 1),
  } as unknown as ProviderAuth
  const providers = { list: async () => [{ id: 'okta', title: 'okta', icon: 'x' as never, api }] }
  return defineApi({ api: authProvidersApiRef, create: () => providers as unknown as AuthProviders })
}

function toStream(events: readonly LiveEvent[]): Response {
  const text = events.map(({ event, data }) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`).join('')
  const body = new ReadableStream<Uint8Array>({ start: controller => controller.enqueue(new TextEncoder().encode(text)) })
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
}

/** The tab, whose stream says for each token what the cluster does with it. */
function openTab(eventsOf: (token: string | undefined) => LiveEvent[]) {
  const tokens: (string | undefined)[] = []
  const live = {
    route: kubernetesApi.followObjects,
    answer({ body }: AnsweredRequest) {
      const token = ((body as { auth: RequestAuth }).auth as { oidc?: { okta?: string } }).oidc?.okta
      tokens.push(token)
      return toStream([{ event: 'clusters', data: { items: [cluster] } }, ...eventsOf(token)])
    },
  }
  const open = createOpenTab(renderPage, answer)
  const clusters = [{ ...cluster, authProvider: 'oidc', oidcTokenProvider: 'okta' }]
  const { screen } = open(objects, {
    clusters,
    answers: [live as never],
    apis: [createSession()],
    path: '/catalog/default/component/pay/kubernetes?view=pods',
  })
  return { screen, tokens }
}

test('a cluster that refuses the token of the user after an hour is followed again with a new one', async () => {
  const lost = { event: 'state', data: { cluster: 'okta', isLive: false, message: 'status 401', isUnauthorized: true } } as const
  const { screen, tokens } = openTab(token =>
    token === 'token 1' ? [{ event: 'objects', data: objects }, lost] : [{ event: 'objects', data: objects }],
  )
  expect(await screen.findByRole('link', { name: 'pay-0' })).toBeDefined()
  await eventually(() => expect(tokens).toEqual(['token 1', 'token 2']))
  expect(screen.queryByText(/status 401/)).toBeNull()
})

test('a cluster that refuses the new token too says so, and is not asked without end', async () => {
  const { screen, tokens } = openTab(() => [{ event: 'objects', data: { ...objects, resources: [], errors: [unauthorized] } }])
  expect(await screen.findByText(/^pods: status 401/)).toBeDefined()
  expect(tokens).toEqual(['token 1', 'token 2'])
})

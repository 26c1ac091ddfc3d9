import { eventually } from '@portico/core/testing'
import { answer, renderPage, type AnsweredRequest } from '@portico/core/testing/web'
import { defineApi, permissionApiRef } from '@portico/core/web'
import type { ClusterObjects } from '@portico/kubernetes/common'
import { deploymentShape, podShape } from '@portico/kubernetes/testing'
import { within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createOpenTab } from './testing/kubernetes-fixture.ts'

const open = createOpenTab(renderPage, answer)
const cluster = { name: 'main', title: 'Main' }
const objects: ClusterObjects = {
  cluster,
  resources: [
    { type: 'deployments', resources: [deploymentShape({ name: 'pay', entity: 'pay' })] },
    { type: 'pods', resources: [podShape({ name: 'alone', entity: 'pay' })] },
    {
      type: 'statefulsets',
      resources: [
        { kind: 'StatefulSet', metadata: { name: 'store', namespace: 'shop' }, spec: { replicas: 1 }, status: { readyReplicas: 1 } },
      ],
    },
    { type: 'cronjobs', resources: [{ kind: 'CronJob', metadata: { name: 'nightly', namespace: 'default' } }] },
  ],
  podMetrics: [],
  errors: [],
}

interface Sent {
  readonly method: string
  readonly path: string
  readonly body: string
  readonly headers: Headers
}

function openWithProxy(respond: (sent: Sent) => Response = () => Response.json({})) {
  const sent: Sent[] = []
  const opened = open(objects, {
    fetch: async ({ method, url, headers, body }: AnsweredRequest) => {
      const path = url.split('/api/kubernetes/proxy')[1]
      if (path === undefined || method === 'GET') return undefined as never
      const call = { method, path, headers, body: typeof body === 'string' ? body : JSON.stringify(body ?? '') }
      sent.push(call)
      return respond(call)
    },
  })
  return { ...opened, sent }
}

test('a workload is rolled out again once its name is typed: its template gets a new time, as kubectl does it', async () => {
  const { screen, user, sent } = openWithProxy()
  for (const [name, path] of [
    ['pay', '/apis/apps/v1/namespaces/default/deployments/pay'],
    ['store', '/apis/apps/v1/namespaces/shop/statefulsets/store'],
  ] as const) {
    await user.click(await screen.findByRole('link', { name }))
    const drawer = within(await screen.findByRole('dialog', { name }))
    await user.click(await drawer.findByRole('button', { name: 'Roll out again' }))
    const question = within(await screen.findByRole('dialog', { name: `Roll out ${name} again?` }))
    const confirm = question.getByRole<HTMLButtonElement>('button', { name: 'Roll out again' })
    expect(question.getByText(/All pods are replaced one after the other/)).toBeDefined()
    await user.type(question.getByRole('textbox'), name.slice(0, -1))
    expect(confirm.disabled).toBe(true)
    await user.type(question.getByRole('textbox'), name.slice(-1))
    await user.click(confirm)
    expect(await screen.findByText(`${name} is being rolled out again`)).toBeDefined()
    const { method, path: called, headers, body } = sent.at(-1)!
    expect([method, called, headers.get('content-type'), headers.get('backstage-kubernetes-cluster')]).toEqual([
      'PATCH',
      path,
      'application/merge-patch+json',
      'main',
    ])
    const at = (JSON.parse(body) as { spec: { template: { metadata: { annotations: Record<string, string> } } } }).spec.template.metadata
      .annotations['kubectl.kubernetes.io/restartedAt']
    expect(Math.abs(Date.now() - Date.parse(at ?? ''))).toBeLessThan(600_000)
    await user.keyboard('{Escape}')
    await eventually(() => expect(screen.queryByRole('dialog')).toBeNull())
  }
  expect(sent).toHaveLength(2)
})

test('a refusal of the cluster stays in the question, and nothing is said to be done', async () => {
  const { screen, user } = openWithProxy(() => new Response('deployments is forbidden', { status: 403, statusText: 'Forbidden' }))
  await user.click(await screen.findByRole('link', { name: 'pay' }))
  await user.click(await within(await screen.findByRole('dialog', { name: 'pay' })).findByRole('button', { name: 'Roll out again' }))
  const question = within(await screen.findByRole('dialog', { name: 'Roll out pay again?' }))
  await user.type(question.getByRole('textbox'), 'pay')
  await user.click(question.getByRole('button', { name: 'Roll out again' }))
  expect(await question.findByText('Proxy request failed with 403 Forbidden, deployments is forbidden')).toBeDefined()
  expect(screen.queryByText('pay is being rolled out again')).toBeNull()
})

test('a pod that nobody owns is deleted with the warning that it does not come back; other kinds have no action', async () => {
  const { screen, user, sent } = openWithProxy()
  await user.click(await screen.findByRole('tab', { name: 'Pods' }))
  await user.click(await screen.findByRole('link', { name: 'alone' }))
  await user.click(await within(await screen.findByRole('dialog', { name: 'alone' })).findByRole('button', { name: 'Delete pod' }))
  const question = within(await screen.findByRole('dialog', { name: 'Delete alone?' }))
  expect(question.getByText(/it does not come back by itself/)).toBeDefined()
  await user.type(question.getByRole('textbox'), 'alone')
  await user.click(question.getByRole('button', { name: 'Delete pod' }))
  expect(await screen.findByText('alone was deleted')).toBeDefined()
  expect(sent.map(({ method, path }) => `${method} ${path}`)).toEqual(['DELETE /api/v1/namespaces/default/pods/alone'])
  const other = openWithProxy()
  await other.user.click(await other.screen.findByRole('link', { name: 'nightly' }))
  const drawer = within(await other.screen.findByRole('dialog', { name: 'nightly' }))
  expect(await drawer.findByRole('tab', { name: 'YAML' })).toBeDefined()
  expect(drawer.queryByRole('button', { name: /Roll out|Restart|Delete/ })).toBeNull()
})

test('who may not call clusters sees no actions', async () => {
  const asked: string[] = []
  const deny = defineApi({
    api: permissionApiRef,
    create: () => ({
      authorize: async ({ permission }) => {
        asked.push(permission.name)
        return { result: permission.name === 'kubernetes.proxy.change' ? ('DENY' as const) : ('ALLOW' as const) }
      },
      known: () => undefined,
      explain: async ({ permission }) => ({ permission: permission.name }),
    }),
  })
  const { screen, user } = open(objects, { apis: [deny] })
  await user.click(await screen.findByRole('link', { name: 'pay' }))
  const drawer = within(await screen.findByRole('dialog', { name: 'pay' }))
  await eventually(() => expect(asked).toContain('kubernetes.proxy.change'))
  expect(drawer.queryByRole('button', { name: 'Roll out again' })).toBeNull()
})

import { eventually } from '@portico/core/testing'
import { answer, renderPage } from '@portico/core/testing/web'
import type { ClusterObjects } from '@portico/kubernetes/common'
import { crashLoop, deploymentShape, podShape } from '@portico/kubernetes/testing'
import { within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createOpenTab } from './testing/kubernetes-fixture.ts'

const main = { name: 'main', title: 'Main', dashboardUrl: 'https://dashboard.example/' }
const owner = { kind: 'ReplicaSet', name: 'pay-7d9f', uid: 'rs' }
const finishedAt = new Date(Date.now() - 7_800_000).toISOString()
const crashing = podShape({ name: 'pay-0', entity: 'pay', owner, statuses: [crashLoop({ finishedAt })] })
const objects: ClusterObjects = {
  cluster: main,
  resources: [
    { type: 'pods', resources: [crashing, podShape({ name: 'pay-1', entity: 'pay', owner })] },
    { type: 'deployments', resources: [deploymentShape({ name: 'pay', entity: 'pay', replicas: 2, ready: 1 })] },
    {
      type: 'replicasets',
      resources: [
        {
          kind: 'ReplicaSet',
          metadata: { name: 'pay-7d9f', uid: 'rs', ownerReferences: [{ uid: 'deployment-default-pay', controller: true }] },
        },
      ],
    },
    {
      type: 'secrets',
      resources: [{ apiVersion: 'v1', kind: 'Secret', metadata: { name: 'keys', namespace: 'default' }, data: { password: '***' } }],
    },
  ],
  podMetrics: [
    {
      pod: { metadata: { name: 'pay-1', namespace: 'default' } },
      cpu: { currentUsage: 0.25, requestTotal: 0.1, limitTotal: 0.5 },
      memory: { currentUsage: 128 * 2 ** 20, requestTotal: 0, limitTotal: 256 * 2 ** 20 },
      containers: [],
    },
  ],
  errors: [],
}

const openTab = createOpenTab(renderPage, answer)
const open = (given: Parameters<typeof openTab>[1] = {}) => openTab(objects, given)

test('Kubernetes is a tab of the entity page that shows clusters and workloads, and why one does not run [K8S-01]', async () => {
  const { screen } = open()
  expect(await screen.findByRole('link', { name: 'Kubernetes' })).toBeDefined()
  const section = await screen.findByRole('region', { name: 'Main' })
  expect(within(section).getByText('Failing')).toBeDefined()
  expect(within(section).getByText('Workloads: 1, pods ready: 1/2 · Need attention: 1')).toBeDefined()
  const row = within(section).getByRole('row', { name: /^pay / })
  expect(row.textContent).toContain('Degraded')
  expect(row.textContent).toContain('1 of 2 ready, CrashLoopBackOff, exit 137, out of memory (limit 256Mi), 4 restarts, last 2 hours ago')
  expect(within(row).getByRole('img', { name: '250m of 500m' })).toBeDefined()
  expect(
    within(section)
      .getByRole('link', { name: /Dashboard/ })
      .getAttribute('href'),
  ).toBe('https://dashboard.example/')
})

test('loading, no clusters, nothing found and a failing cluster each say so [K8S-02]', async () => {
  const loading = open({ events: [] })
  expect(await loading.screen.findAllByRole('status')).not.toEqual([])
  const none = open({ clusters: [], events: [{ event: 'clusters', data: { items: [] } }] })
  expect(await none.screen.findByRole('heading', { name: 'No clusters are configured' })).toBeDefined()
  expect(none.screen.getByText(/clusterLocatorMethods/)).toBeDefined()
  const empty = { ...objects, resources: [], podMetrics: [] }
  const nothing = open({
    events: [
      { event: 'clusters', data: { items: [main] } },
      { event: 'objects', data: empty },
    ],
  })
  expect(await nothing.screen.findByText(/No object in Main has the label backstage\.io\/kubernetes-id=pay/)).toBeDefined()
  const errors = [{ errorType: 'FETCH_ERROR' as const, message: 'main did not answer within 10 s' }]
  const other = { name: 'other' }
  const failing = open({
    events: [
      { event: 'clusters', data: { items: [main, other] } },
      { event: 'objects', data: { ...empty, errors } },
      { event: 'objects', data: { ...objects, cluster: other } },
    ],
  })
  expect((await failing.screen.findByRole('alert', { name: 'This cluster could not be read' })).textContent).toContain(
    'main did not answer within 10 s',
  )
  expect(within(failing.screen.getByRole('region', { name: 'other' })).getByRole('row', { name: /^pay / })).toBeDefined()
})

test('a cluster that can be read and has nothing is named, beside one that fails', async () => {
  const errors = [{ errorType: 'FETCH_ERROR' as const, message: 'main did not answer within 10 s' }]
  const nothing = { ...objects, resources: [], podMetrics: [] }
  const { screen } = open({
    events: [
      { event: 'clusters', data: { items: [main, { name: 'other', title: 'Other' }] } },
      { event: 'objects', data: { ...nothing, errors } },
      { event: 'objects', data: { ...nothing, cluster: { name: 'other', title: 'Other' } } },
    ],
  })
  expect(await screen.findByRole('alert', { name: 'This cluster could not be read' })).toBeDefined()
  expect(await screen.findByText('Readable, nothing of this entity here: Other')).toBeDefined()
})

test('refusals are told once, in the words of the API server and with what to do', async () => {
  const paths = ['/api/v1/pods', '/api/v1/services', '/apis/apps/v1/deployments']
  const forbidden = paths.map(path => {
    const plural = path.split('/').at(-1)!
    return {
      errorType: 'UNKNOWN_ERROR',
      statusCode: 403,
      resourcePath: `${path}?labelSelector=x`,
      message: `${plural} is forbidden: at the cluster scope`,
    }
  })
  const missing = {
    errorType: 'NOT_FOUND',
    statusCode: 404,
    resourcePath: '/apis/argoproj.io/v1/rollouts?labelSelector=x',
    message: 'not found',
  }
  const inside = {
    errorType: 'UNKNOWN_ERROR',
    statusCode: 403,
    resourcePath: '/api/v1/namespaces/shop/pods',
    message: 'pods is forbidden in "shop"',
  }
  const { screen, send } = open({
    events: [
      { event: 'clusters', data: { items: [main] } },
      { event: 'objects', data: { ...objects, resources: [], podMetrics: [], errors: [...forbidden, missing] } },
    ],
  })
  const alert = await screen.findByRole('alert', { name: 'This cluster could not be read' })
  const lines = () =>
    within(alert)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent)
  expect(lines()).toEqual([
    expect.stringMatching(/^pods is forbidden: at the cluster scopeThe same for services, deployments\./),
    expect.stringMatching(/^rollouts: not found.*kubernetes\.apiVersionOverrides/),
  ])
  expect(lines()[0]).toContain('set the annotation backstage.io/kubernetes-namespace of the entity to that namespace')
  send({ event: 'objects', data: { ...objects, resources: [], podMetrics: [], errors: [inside] } })
  await eventually(() => expect(lines()).toEqual([expect.stringContaining('pods is forbidden in "shop"')]))
  expect(lines()[0]).not.toContain('kubernetes-namespace')
})

test('the first problems are listed, how many more there are is said, and leads to all of them', async () => {
  const resources = Array.from({ length: 5 }, (_, at) => podShape({ name: `alone-${at}`, entity: 'pay', statuses: [crashLoop()] }))
  const { screen, user } = open({
    events: [
      { event: 'clusters', data: { items: [main] } },
      { event: 'objects', data: { ...objects, resources: [{ type: 'pods', resources }], podMetrics: [] } },
    ],
  })
  const list = within(await screen.findByRole('list', { name: 'Needs attention' }))
  expect(list.getAllByRole('listitem')).toHaveLength(4)
  await user.click(list.getByRole('link', { name: '2 more' }))
  await eventually(() => expect(list.getAllByRole('listitem')).toHaveLength(5))
  expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Only problems' }).checked).toBe(true)
})

test('what was made by a clock that is ahead of ours was made now, not in the future', async () => {
  const creationTimestamp = new Date(Date.now() + 90_000).toISOString()
  const pod = podShape({
    name: 'early',
    entity: 'pay',
    metadata: { creationTimestamp },
    statuses: [crashLoop({ finishedAt: creationTimestamp })],
  })
  const { screen } = open({
    path: '/catalog/default/component/pay/kubernetes?view=pods',
    events: [
      { event: 'clusters', data: { items: [main] } },
      { event: 'objects', data: { ...objects, resources: [{ type: 'pods', resources: [pod] }], podMetrics: [] } },
    ],
  })
  const row = await screen.findByRole('row', { name: /^early / })
  expect(row.textContent).toMatch(/4 restarts, last now.*now$/)
})

test('changes of the cluster are shown as they come, and what was there stays', async () => {
  const { screen, send } = open()
  await screen.findByRole('row', { name: /^pay / })
  send({
    event: 'changes',
    data: {
      cluster: 'main',
      items: [
        { type: 'pods', isDeleted: false, object: podShape({ name: 'pay-0', entity: 'pay', owner }) },
        { type: 'deployments', isDeleted: false, object: deploymentShape({ name: 'pay', entity: 'pay', replicas: 2 }) },
      ],
    },
  })
  expect(await screen.findByText('Healthy')).toBeDefined()
  send({
    event: 'changes',
    data: {
      cluster: 'main',
      items: [
        {
          type: 'statefulsets',
          isDeleted: false,
          object: {
            kind: 'StatefulSet',
            metadata: { name: 'store', namespace: 'default' },
            spec: { replicas: 1 },
            status: { readyReplicas: 1 },
          },
        },
      ],
    },
  })
  expect(await screen.findByRole('row', { name: /^store / })).toBeDefined()
  send({
    event: 'changes',
    data: { cluster: 'main', items: [{ type: 'deployments', isDeleted: true, object: deploymentShape({ name: 'pay', entity: 'pay' }) }] },
  })
  await eventually(() => expect(screen.queryByRole('row', { name: /^pay / })).toBeNull())
  send({ event: 'state', data: { cluster: 'main', isLive: false, message: 'the connection was closed' } })
  expect(await screen.findByText('Changes are not followed now: the connection was closed')).toBeDefined()
  const mark = () => screen.getAllByRole('status').map(({ textContent }) => textContent)
  expect(mark()).toContain('Reconnecting')
  // A list that is read again meanwhile is not yet a connection.
  send({ event: 'objects', data: objects })
  await screen.findByRole('row', { name: /^pay / })
  expect(mark()).toContain('Reconnecting')
  send({ event: 'state', data: { cluster: 'main', isLive: true } })
  await eventually(() => expect(mark()).toContain('Live'))
  expect(screen.queryByText(/Changes are not followed now/)).toBeNull()
})

test('views, the filter and only problems narrow what is shown, and are in the address', async () => {
  const { screen, user, router } = open()
  await user.click(await screen.findByRole('tab', { name: 'Pods' }))
  expect(router.state.location.search).toBe('?view=pods')
  expect((await screen.findAllByRole('row')).slice(1).map(row => row.textContent.slice(0, 5))).toEqual(['pay-0', 'pay-1'])
  await user.click(screen.getByRole('switch', { name: 'Only problems' }))
  await eventually(() => expect(screen.getAllByRole('row')).toHaveLength(2))
  await user.type(screen.getByRole('searchbox', { name: 'Filter objects' }), 'nothing like it')
  expect(await screen.findByText('Nothing fits the filter')).toBeDefined()
  await user.click(screen.getByRole('tab', { name: 'Network and config' }))
  await user.clear(screen.getByRole('searchbox', { name: 'Filter objects' }))
  await user.click(screen.getByRole('switch', { name: 'Only problems' }))
  expect(await screen.findByRole('row', { name: /^keys Secret/ })).toBeDefined()
})

test("a 404 gives 'Could not find the Kubernetes Backend (HTTP 404). Make sure the plugin has been fully installed.' [K8S-21]", async () => {
  const { screen } = open({ live: new Response('', { status: 404 }) })
  expect(
    await screen.findByText('Could not find the Kubernetes Backend (HTTP 404). Make sure the plugin has been fully installed.'),
  ).toBeDefined()
})

test("other failures give 'Request failed with {status} {statusText}, {body}' [K8S-22]", async () => {
  const { screen } = open({ live: new Response('boom', { status: 500, statusText: 'Internal Server Error' }) })
  expect(await screen.findByText('Request failed with 500 Internal Server Error, boom')).toBeDefined()
})

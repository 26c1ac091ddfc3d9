import { crashLoop, deploymentShape, podShape } from '@portico/kubernetes/testing'
import { expect, test } from 'vitest'
import { toClusterRows } from './rows.ts'

const now = Date.parse('2026-11-16T05:02:00Z')
const pod = (name: string, more: object = {}) => podShape({ name, entity: 'pay', ...more })

test('rows have the worst first, then by name with numbers as numbers', () => {
  const names = ['pay-10', 'pay-9', 'api-1', 'pay-2']
  const resources = [...names.map(name => pod(name)), pod('zebra', { statuses: [crashLoop()] })]
  const { pods, health } = toClusterRows({ groups: [{ type: 'pods', resources }], podMetrics: [] }, now)
  expect(pods.map(({ name }) => name)).toEqual(['zebra', 'api-1', 'pay-2', 'pay-9', 'pay-10'])
  expect(health).toMatchObject({ state: 'error', pods: 5, readyPods: 4, problems: 1 })
})

test('a change of one pod leaves the rows of the others as they are; time and usage make them anew', () => {
  const [one, two] = [pod('one'), pod('two')]
  const deployment = { type: 'deployments', resources: [deploymentShape({ name: 'pay', entity: 'pay' })] }
  const rowsOf = (resources: (typeof one)[], podMetrics: Parameters<typeof toClusterRows>[0]['podMetrics'] = [], at = now) =>
    toClusterRows({ groups: [{ type: 'pods', resources }, deployment], podMetrics }, at).pods
  const before = rowsOf([one, two])
  const after = rowsOf([one, { ...two }])
  expect([after[0] === before[0], after[1] === before[1]]).toEqual([true, false])
  const usage = { currentUsage: 1, requestTotal: 1, limitTotal: 2 }
  const measured = rowsOf([one, two], [{ pod: { metadata: one.metadata }, cpu: usage, memory: usage, containers: [] }])
  expect([measured[0]?.cpu, measured[1] === before[1]]).toEqual([{ used: 1, request: 1, limit: 2 }, true])
  expect(rowsOf([one, two], [], now + 30_000)[0]).not.toBe(before[0])
})

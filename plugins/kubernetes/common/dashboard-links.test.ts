import { AppError } from '@portico/core/common'
import { expect, test } from 'vitest'
import type { ClusterAttributes, DashboardParameters } from './cluster.ts'
import { dashboardLink, dashboardLinkIfAny, defaultDashboardApp, linkFormatters } from './dashboard-links.ts'
import type { KubeObject } from './model/kube-object.ts'

const deployment = { metadata: { name: 'pay', namespace: 'shop' }, spec: { selector: { matchLabels: { app: 'pay' } } } }
const link = (cluster: Partial<ClusterAttributes>, object: KubeObject = deployment, kind = 'Deployment') =>
  dashboardLink({ name: 'c', ...cluster }, object, kind).href

test('the default dashboard formatter is standard; formatters are standard, aks, eks, gke, openshift, rancher and headlamp [K8S-27]', () => {
  expect(Object.keys(linkFormatters)).toEqual(['standard', 'aks', 'eks', 'gke', 'openshift', 'rancher', 'headlamp'])
  expect(defaultDashboardApp).toBe('standard')
  expect(link({ dashboardUrl: 'https://d.example' })).toBe(link({ dashboardUrl: 'https://d.example', dashboardApp: 'standard' }))
  expect(() => link({ dashboardUrl: 'https://d.example', dashboardApp: 'other' })).toThrow(
    "There is no formatter for the dashboard 'other'",
  )
})

test('gke requires project id, region and cluster name, and fails when one is missing [K8S-05]', () => {
  const dashboardParameters = { projectId: 'p 1', region: 'europe-west1', clusterName: 'main' }
  const gke = (given: Readonly<Record<string, unknown>>) => link({ dashboardApp: 'gke', dashboardParameters: given as DashboardParameters })
  expect(gke(dashboardParameters)).toBe(
    'https://console.cloud.google.com/kubernetes/deployment/europe-west1/main/shop/pay/details?project=p%201',
  )
  for (const name of ['projectId', 'region', 'clusterName'])
    expect(() => gke({ ...dashboardParameters, [name]: undefined })).toThrow(`dashboardParameters.${name} is missing`)
})

test('aks requires subscription, resource group and cluster name, and fails when one is missing [K8S-06]', () => {
  const dashboardParameters = { subscriptionId: 's', resourceGroup: 'g', clusterName: 'main' }
  const aks = (given: Readonly<Record<string, unknown>>) => link({ dashboardApp: 'aks', dashboardParameters: given as DashboardParameters })
  const found = decodeURIComponent(aks(dashboardParameters))
  expect(found).toMatch(/^https:\/\/portal\.azure\.com\/#blade\/Microsoft_Azure_ContainerService\//)
  for (const part of ['subscriptions/s/', 'resourceGroups/g/', 'managedClusters/main', '"namespace":"shop"', '"app":"pay"'])
    expect(found).toContain(part)
  for (const name of Object.keys(dashboardParameters))
    expect(() => aks({ ...dashboardParameters, [name]: '' })).toThrow(`dashboardParameters.${name} is missing`)
})

test('standard, openshift and rancher require the dashboard URL and fail without it [K8S-07]', () => {
  const dashboardUrl = 'https://d.example/base?x=1'
  expect(link({ dashboardApp: 'standard', dashboardUrl })).toBe('https://d.example/base/?x=1#/deployment/shop/pay?namespace=shop')
  expect(link({ dashboardApp: 'openshift', dashboardUrl })).toBe('https://d.example/base/k8s/ns/shop/deployments/pay')
  expect(link({ dashboardApp: 'rancher', dashboardUrl })).toBe('https://d.example/base/explorer/apps.deployment/shop/pay')
  for (const dashboardApp of ['standard', 'openshift', 'rancher']) {
    expect(() => link({ dashboardApp })).toThrow('The dashboard URL is missing')
    expect(() => link({ dashboardApp, dashboardUrl: 'nowhere' })).toThrow("The dashboard URL 'nowhere' is not a URL")
  }
})

test('eks is not implemented: asking it for a link gives a not-implemented error, and no link [K8S-08]', () => {
  const cluster = { name: 'c', dashboardApp: 'eks', dashboardUrl: 'https://d.example' }
  let thrown: unknown
  try {
    dashboardLink(cluster, deployment, 'Deployment')
  } catch (error) {
    thrown = error
  }
  expect(thrown).toBeInstanceOf(AppError)
  expect((thrown as AppError).name).toBe('NotImplementedError')
  expect(dashboardLinkIfAny(cluster, deployment, 'Deployment')).toBeUndefined()
})

test('headlamp needs the resource name and fails without it [K8S-09]', () => {
  const cluster = { dashboardApp: 'headlamp', dashboardUrl: 'https://h.example', dashboardParameters: { clusterName: 'main' } }
  expect(link(cluster)).toBe('https://h.example/c/main/deployments/shop/pay')
  expect(() => link(cluster, { metadata: { namespace: 'shop' } })).toThrow('The name of the resource is missing')
  const internal = { name: 'c', dashboardApp: 'headlamp', dashboardParameters: { internal: true, headlampRoute: '/lamp' } }
  expect(dashboardLinkIfAny(internal, deployment, 'Deployment')).toBe('/lamp?to=%2Fc%2Fdefault%2Fdeployments%2Fshop%2Fpay')
})

test('headlamp needs the namespace for namespaced kinds [K8S-10]', () => {
  const cluster = { dashboardApp: 'headlamp', dashboardUrl: 'https://h.example' }
  expect(() => link(cluster, { metadata: { name: 'pay' } })).toThrow('The namespace is missing')
  expect(link(cluster, { metadata: { name: 'node-1' } }, 'Node')).toBe('https://h.example/c/default/nodes/node-1')
})

test('names in links are encoded, whatever they hold', () => {
  const odd = { metadata: { name: '../../x?y#z', namespace: 'a/b' } }
  expect(link({ dashboardApp: 'openshift', dashboardUrl: 'https://d.example' }, odd)).toBe(
    'https://d.example/k8s/ns/a%2Fb/deployments/..%2F..%2Fx%3Fy%23z',
  )
})

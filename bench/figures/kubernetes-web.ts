import { chromiumLaunchOptions } from '@portico/core/testing/browser'
import { podShape, startApiServer, type ApiServer } from '@portico/kubernetes/testing'
import { chromium, type Page } from '@playwright/test'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Figure, Row } from '../figure.ts'
import { frameTime } from '../frames.ts'
import { deployments, kubernetesEntities, podsEach, putManyPods } from '../kubernetes-entity.ts'
import { signIn } from '../visits.ts'

const entity = 'many'
const pods = deployments * podsEach
const steps = 60
/** Two frames may meet at a refresh: 60 a second are 16.7 ms apart. */
const frameLimitMs = 17
const notchPx = 120
const changeRounds = 20
const changesEach = 25

/** The tab of an entity with very many pods in Chromium, still and while pods change. */
export const kubernetesWeb: Figure = {
  id: 'kubernetes-web',
  about: `the tab of an entity with ${deployments} deployments and ${pods.toLocaleString('en')} pods in Chromium: until it is drawn, and a frame while it moves`,
  async measure(bench) {
    const file = path.join(bench.freshFolder(), 'catalog-info.yaml')
    writeFileSync(file, kubernetesEntities([entity]))
    const cluster = await startApiServer()
    putManyPods(cluster, entity)
    for (let index = 0; index < deployments; index++)
      for (let pod = 0; pod < podsEach; pod++) cluster.usage.set(`${entity}-${index}-7d9f-${pod}`, { cpu: '120m', memory: '90Mi' })
    const server = await bench.start(bench.freshFolder(), {
      'catalog.locations': [{ type: 'file', target: file }],
      'kubernetes.clusterLocatorMethods': [
        { type: 'config', clusters: [{ name: 'main', url: cluster.url, authProvider: 'localKubectlProxy' }] },
      ],
    })
    const browser = await chromium.launch(chromiumLaunchOptions())
    try {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, storageState: await signIn(browser, server.url) })
      const page = await context.newPage()
      return await measurePage(page, server.url, cluster)
    } finally {
      await browser.close()
      await server.stop()
      await cluster.stop()
    }
  },
}

async function measurePage(page: Page, url: string, cluster: ApiServer): Promise<Row[]> {
  const begun = performance.now()
  await page.goto(`${url}/catalog/default/component/${entity}/kubernetes?view=pods`)
  await page.getByRole('link', { name: `${entity}-0-7d9f-0` }).waitFor({ timeout: 60_000 })
  const drawnMs = performance.now() - begun
  // The stream of changes stays open, so the network is never idle.
  await page.getByText('Live', { exact: true }).waitFor()
  await wait(1000)
  await page.mouse.move(720, 600)
  const scrollBy = (px: number) => async () => {
    for (let step = 0; step < steps; step++) await page.mouse.wheel(0, step < steps / 2 ? px : -px)
  }
  const turning = await frameTime(page, scrollBy(notchPx))
  const scrolling = await frameTime(page, scrollBy(600))
  const changing = await frameTime(page, async () => {
    for (let round = 0; round < changeRounds; round++) {
      for (let pod = 0; pod < changesEach; pod++) change(cluster, (round * changesEach + pod) % pods)
      await wait(150)
    }
  })
  const both = await frameTime(page, async () => {
    for (let round = 0; round < changeRounds; round++) {
      for (let pod = 0; pod < changesEach; pod++) change(cluster, (round * changesEach + pod) % pods)
      await page.mouse.wheel(0, round < changeRounds / 2 ? 600 : -600)
      await wait(150)
    }
  })
  const frame = (what: string, value: number): Row => ({ name: `A frame ${what}`, value, unit: 'ms', limit: frameLimitMs })
  return [
    { name: `First row of ${pods.toLocaleString('en')} pods after a cold load`, value: drawnMs, unit: 'ms' },
    frame(`while they are scrolled, by a notch of a wheel (${notchPx} px) after the other`, turning),
    frame('while they are scrolled, by most of a page (600 px) after the other', scrolling),
    frame(`while ${changesEach} pods change at a time, six times a second`, changing),
    frame('while they change and are scrolled', both),
  ]
}

function change(cluster: ApiServer, index: number): void {
  const name = `${entity}-${Math.floor(index / podsEach)}`
  const owner = { kind: 'ReplicaSet', name: `${name}-7d9f`, uid: `replicaset-default-${name}` }
  const pod = podShape({
    name: `${name}-7d9f-${index % podsEach}`,
    entity,
    owner,
    status: { podIP: `10.0.${Math.floor(Math.random() * 200)}.7` },
  })
  cluster.store.put('api/v1/pods', pod)
}

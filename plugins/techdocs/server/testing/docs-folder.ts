import type { Entity } from '@portico/catalog/common'
import type { Logger } from '@portico/core/server'
import { createIntegrations, IntegrationsSection, toReadingSettings, type Integrations } from '@portico/integrations/server'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createRenderProcess, type RenderProcess } from '../rendering/render-process.ts'
import { createSourceCopier } from '../sources/source-copier.ts'
import { createDocsSites } from '../sites/docs-sites.ts'
import { createSiteCache } from '../sites/site-cache.ts'

export const testRef = 'component:default/a'

/** The entity of a site, with the location that it was read from. */
export function docsEntity(location: string): Entity {
  const annotations = {
    'backstage.io/techdocs-ref': 'dir:.',
    'backstage.io/managed-by-location': location,
    'backstage.io/managed-by-origin-location': location,
  }
  return { apiVersion: 'backstage.io/v1alpha1', kind: 'Component', metadata: { name: 'a', annotations } }
}

/** Integrations that know a fake server of GitHub. */
export function githubIntegrations({ host, apiBaseUrl }: { readonly host: string; readonly apiBaseUrl: string }): Integrations {
  const integrations = IntegrationsSection.parse({ github: [{ host, apiBaseUrl, token: 't' }] })
  return createIntegrations(toReadingSettings({ integrations, allow: [], folder: '/' })).service
}

interface TestSiteOptions {
  readonly timeoutMs: number
  readonly recheckMs: number
  readonly maxMegabytes: number
  readonly onUpdated: (ref: string) => void
  readonly integrations: Integrations
}

/** Sites with a folder, a rendering process and a reading thread of their own. */
export function createTestSites(log: Logger) {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'portico-docs-')))
  const opened: { stop(): void | Promise<void> }[] = []
  const renderers: RenderProcess[] = []
  let copies = 0

  function open({
    timeoutMs = 20_000,
    recheckMs = 0,
    maxMegabytes = 256,
    onUpdated = () => {},
    integrations = createIntegrations({ folder, allow: [] }).service,
  }: Partial<TestSiteOptions> = {}) {
    mkdirSync(path.join(folder, 'cache'), { recursive: true })
    const renderer = createRenderProcess({ folder: path.join(folder, 'cache'), log, timeoutMs, maxMegabytes })
    const copier = createSourceCopier({ integrations, log })
    renderers.push(renderer)
    opened.push(renderer, copier)
    copies = 0
    const sites = createDocsSites({
      cache: createSiteCache({ folder: path.join(folder, 'cache'), maxBytes: () => 2 ** 30 }),
      copier: { ...copier, copy: request => ((copies += 1), copier.copy(request)) },
      renderer,
      log,
      reading: () => integrations.reading(),
      limits: () => ({ maxFiles: 1000, maxBytes: 2 ** 25 }),
      siteOptions: () => ({ name: 'A' }),
      onUpdated,
      onFailed: () => {},
      recheckMs,
    })
    const titleOf = async (page = '') =>
      (JSON.parse((await sites.page(testRef, page, 'user:default/ada')) ?? '{}') as { title?: string }).title
    return { sites, renderer, titleOf, copies: () => copies }
  }

  return {
    folder,
    open,
    stopRendering: () => renderers.forEach(renderer => renderer.stop()),
    entity: () => docsEntity(`file:${path.join(folder, 'source/catalog-info.yaml')}`),
    write(name: string, text: string): void {
      mkdirSync(path.dirname(path.join(folder, 'source', name)), { recursive: true })
      writeFileSync(path.join(folder, 'source', name), text)
    },
    async close(): Promise<void> {
      for (const each of opened) await each.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

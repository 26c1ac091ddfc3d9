import { pluginsOffSection, type ConfigPart } from '@portico/core/common'
import type { FastifyInstance } from 'fastify'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { createAppProtection } from '../http/app-protection.ts'
import { contentSecurityPolicy, toDirectives } from '../http/security.ts'
import type { AppSection } from '../config/sections/app-section.ts'
import { createBrandFonts } from '../http/brand-fonts.ts'
import { brandingOrigins } from '../http/branding.ts'
import { mountWebApp } from '../http/web-app.ts'
import type { TokenService } from '../tokens/token-service.ts'
import type { Discovery } from './discovery.ts'
import type { Foundation } from './foundation.ts'
import type { PageRequests } from './page-requests.ts'
import type { OutsidePlugin } from '../packages/outside-plugin.ts'
import { createWebPackages } from '../packages/web-packages.ts'
import { mountPackageFiles } from '../http/package-files.ts'
import type { Development } from './start-options.ts'

export interface Pages {
  /** The folder of the built web app, if there is one. */
  readonly webFolder: string | undefined
  readonly development: Development | undefined
  readonly tokens: TokenService
  readonly discovery: Discovery
  readonly pageRequests: PageRequests
  /** Plugins from outside that run. */
  readonly outside: () => Iterable<OutsidePlugin>
  /** Those of ours that are off. */
  readonly off: () => readonly string[]
}

/** Serves the web app where there is one: as it was built, or in development from its source. Returns what reads the plugins from outside again. */
export async function mountPages(http: FastifyInstance, foundation: Foundation, pages: Pages): Promise<() => Promise<void>> {
  const { config, folder: home } = foundation
  const { app, backend } = foundation.core
  const { development, tokens, discovery } = pages
  const folder = pages.webFolder !== undefined && existsSync(path.join(pages.webFolder, 'index.html')) ? pages.webFolder : undefined
  if (folder === undefined && !development) return async () => {}
  const csp = toDirectives(backend.csp)
  // A backend elsewhere is also called by WebSocket, which a source with http does not allow.
  const connect = otherOrigins(app.baseUrl, [backend.baseUrl]).flatMap(origin => [origin, origin.replace(/^http/, 'ws')])
  const protection =
    app.protected && folder !== undefined
      ? createAppProtection({ tokens, folder, baseUrl: discovery.externalUrl('app'), appUrl: app.baseUrl })
      : undefined
  const basePath = new URL(app.baseUrl).pathname.replace(/\/$/, '')
  const packages = createWebPackages(pages.outside)
  await packages.read()
  mountPackageFiles(http, { basePath, find: packages.served, guard: protection?.guardFile })
  await mountWebApp(http, {
    folder: folder ?? '',
    basePath,
    fonts: createBrandFonts({ fonts: () => (config.get('app') as AppSection).branding.fonts, folder: home, basePath }),
    config: () => [...config.frontend(), ...pluginsPart(pages.off()), ...pages.pageRequests.config()],
    packages: packages.list,
    onRequest: pages.pageRequests.requested,
    policy: (nonce, scripts) => contentSecurityPolicy(csp, { nonce, scripts, connect, images: brandingOrigins(config.frontend()) }),
    ...(development && { development }),
    ...(protection && { protection }),
  })
  return packages.read
}

/** What the page has to know of ours that do not run. A built page has no defaults, so it is always there. */
function pluginsPart(off: readonly string[]): ConfigPart[] {
  return [{ data: { [pluginsOffSection.path]: [...off] }, context: 'portico' }]
}

/** The origins that the page calls besides its own. */
function otherOrigins(appUrl: string, urls: readonly string[]): string[] {
  const own = new URL(appUrl).origin
  return [...new Set(urls.map(url => new URL(url).origin))].filter(origin => origin !== own)
}

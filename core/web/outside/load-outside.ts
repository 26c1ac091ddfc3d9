import type { OutsideWebPlugin } from '@portico/core/common'
import type { BrowserConfig } from '../config.ts'
import type { WebPlugin } from '../plugin.ts'
import { withTimeout } from '../with-timeout.ts'
import type { RouteBinding } from '../routes/route-bindings.ts'
import { checkComposition } from './check-composition.ts'
import type { FailedPlugin } from './outside.ts'
import { applyPluginStyles } from './plugin-styles.ts'
import { readWebPlugin } from './read-web-plugin.ts'

export interface OutsidePlugins {
  readonly plugins: readonly WebPlugin[]
  readonly failed: readonly FailedPlugin[]
}

/** One that does not come within this time is left out, so that the portal opens. */
const timeoutMs = 10_000

interface LoadDependencies {
  readonly own: readonly WebPlugin[]
  readonly bindings: readonly RouteBinding[]
  readonly config: BrowserConfig
  readonly page: Document
  readonly importModule?: (url: string) => Promise<unknown>
  readonly applyStyles?: (listed: OutsideWebPlugin) => Promise<void>
}

/** Loads the plugins that the page lists, all at once. One that fails, or does not go together with the others, is left out and named. */
export async function loadOutsidePlugins(listed: readonly OutsideWebPlugin[], dependencies: LoadDependencies): Promise<OutsidePlugins> {
  const loaded = await Promise.all(listed.map(each => inTime(each, loadOne(each, dependencies))))
  const plugins: WebPlugin[] = []
  const failed: FailedPlugin[] = []
  for (const [index, { id, version }] of listed.entries()) {
    const found = loaded[index]!
    try {
      if (found instanceof Error) throw found
      const absent = listed.map(each => each.id).filter(other => other !== id && !plugins.some(plugin => plugin.id === other))
      checkComposition([...dependencies.own, ...plugins, found], { ...dependencies, absent })
      plugins.push(found)
    } catch (error) {
      failed.push({ id, version, reason: reasonOf(error) })
    }
  }
  return { plugins, failed }
}

async function loadOne(listed: OutsideWebPlugin, dependencies: LoadDependencies): Promise<WebPlugin | Error> {
  const { page, importModule = importAddress } = dependencies
  const { applyStyles = each => applyPluginStyles(each, { page, fetch: window.fetch.bind(window) }) } = dependencies
  try {
    const [module] = await Promise.all([importModule(new URL(listed.module, page.baseURI).href), applyStyles(listed)])
    return readWebPlugin(listed.id, module)
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

function importAddress(url: string): Promise<unknown> {
  return import(/* @vite-ignore */ url)
}

async function inTime(listed: OutsideWebPlugin, loading: Promise<WebPlugin | Error>): Promise<WebPlugin | Error> {
  const late = new Error(`Its module ${listed.module} did not come within ${timeoutMs / 1000} seconds`)
  return ((await withTimeout(timeoutMs, loading)) as WebPlugin | Error | undefined) ?? late
}

export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

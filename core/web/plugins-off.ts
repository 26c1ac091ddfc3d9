import { pluginsOffSection } from '@portico/core/common'
import type { BrowserConfig } from './config.ts'
import type { WebPlugin } from './plugin.ts'

/** The plugins of a portal without those that its server does not run. */
export function runningPlugins(plugins: readonly WebPlugin[], config: Pick<BrowserConfig, 'section'>): readonly WebPlugin[] {
  const off = config.section(pluginsOffSection)
  return off.length === 0 ? plugins : plugins.filter(({ id }) => !off.includes(id))
}

import type { OutsideWebPlugin } from '@portico/core/common'
import type { AppOptions } from '../app-options.ts'
import { readPageConfig } from '../config.ts'
import { PluginFailure } from '../apis/plugin-failure.ts'
import { createPortal } from '../portal.tsx'
import type { WebPlugin } from '../plugin.ts'
import { createFailures } from './Failures.tsx'
import { createScope } from './create-scope.tsx'
import { loadOutsidePlugins, reasonOf } from './load-outside.ts'
import type { FailedPlugin } from './outside.ts'
import type { OutsidePortal } from './outside-portal.ts'

/** A portal with the plugins from outside that its page lists. */
export async function withOutside<Options extends AppOptions>(
  listed: readonly OutsideWebPlugin[],
  options: Options,
): Promise<Options & { readonly outside: OutsidePortal }> {
  const { plugins, failed } = await loadOutsidePlugins(listed, {
    own: options.plugins,
    bindings: options.bindings ?? [],
    config: readPageConfig(document),
    page: document,
  })
  return { ...options, ...composed([...options.plugins, ...plugins], { listed, failed }) }
}

interface Listed {
  readonly listed: readonly OutsideWebPlugin[]
  readonly failed: readonly FailedPlugin[]
}

function composed(plugins: readonly WebPlugin[], { listed, failed }: Listed): { plugins: readonly WebPlugin[]; outside: OutsidePortal } {
  const ids = new Set(listed.map(({ id }) => id).filter(id => !failed.some(each => each.id === id)))
  return {
    plugins,
    outside: {
      ids,
      failed,
      Scope: createScope(ids),
      Failures: createFailures(failed),
      create(options) {
        try {
          return createPortal(options)
        } catch (error) {
          const broken = error instanceof PluginFailure ? listed.find(({ id }) => id === error.plugin) : undefined
          if (!broken) throw error
          const { id, version } = broken
          const rest = composed(
            plugins.filter(plugin => plugin.id !== id),
            { listed, failed: [...failed, { id, version, reason: reasonOf(error) }] },
          )
          return rest.outside.create({ ...options, ...rest })
        }
      },
    },
  }
}

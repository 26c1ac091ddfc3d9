import type { OutsideWebPlugin } from '@portico/core/common'
import type { AppOptions } from '../app-options.ts'
import { readPageConfig } from '../config.ts'
import { createFailures } from './Failures.tsx'
import { createScope } from './create-scope.tsx'
import { loadOutsidePlugins } from './load-outside.ts'
import type { Outside } from './outside.ts'

/** A portal with the plugins from outside that its page lists. */
export async function withOutside<Options extends AppOptions>(
  listed: readonly OutsideWebPlugin[],
  options: Options,
): Promise<Options & { readonly outside: Outside }> {
  const { plugins, failed } = await loadOutsidePlugins(listed, {
    own: options.plugins,
    bindings: options.bindings ?? [],
    config: readPageConfig(document),
    page: document,
  })
  const outside = { failed, Scope: createScope(new Set(plugins.map(({ id }) => id))), Failures: createFailures(failed) }
  return { ...options, plugins: [...options.plugins, ...plugins], outside }
}

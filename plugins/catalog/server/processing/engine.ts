import { toKinds, type KindConfig } from '@portico/catalog/common'
import { createFileReader } from '../sources/file-reader.ts'
import { createGitReader, type GitSettings } from '../sources/git-reader.ts'
import { createReaders } from '../sources/readers.ts'
import type { AllowedHost } from '../sources/allow-list.ts'
import type { SourceReader } from '../sources/source-reader.ts'
import { createUrlReader } from '../sources/url-reader.ts'
import { createRuleCheck, type RuleConfig } from './entity-rules.ts'
import { shortHash, type SourceContext } from './process-source.ts'
import { emptyChain, type ProcessorChain } from './processor.ts'

/** Raised when processing gives other results than before, so that everything is processed again. */
const processingVersion = 2

/** What decides how things are read and processed. Plain data, so that it can be handed to another thread. */
export interface EngineSettings extends RuleConfig {
  readonly kinds: readonly KindConfig[]
  /** `backend.reading.allow`. */
  readonly allow: readonly AllowedHost[]
  /** Where relative paths in config begin. */
  readonly folder: string
  /** `catalog.git`. */
  readonly git?: GitSettings
  /** Readers that plugins bring. */
  readonly readers?: readonly ReaderModule[]
}

/** A reader that every thread can make for itself: a module with `createReader`, and what to give to it. */
export interface ReaderModule {
  /** `import.meta.resolve` or `new URL(…, import.meta.url).href`. */
  readonly module: string
  readonly options?: unknown
}

/** Makes the readers of plugins. */
export function loadReaders(modules: readonly ReaderModule[]): Promise<SourceReader[]> {
  return Promise.all(
    modules.map(async ({ module, options }) => {
      const { createReader } = (await import(module)) as { createReader: (options: unknown) => SourceReader }
      return createReader(options)
    }),
  )
}

/** Everything that processing needs besides what it processes. */
export function createEngine(
  settings: EngineSettings,
  more: { readonly readers?: readonly SourceReader[]; readonly chain?: ProcessorChain } = {},
): SourceContext {
  const { chain = emptyChain, readers = [] } = more
  const { kinds, rules, locations, allow, folder, git } = settings
  return {
    // Plain addresses come last: hosts that are known have readers of their own.
    readers: createReaders([createFileReader({ folder }), createGitReader({ allow, ...git }), ...readers, createUrlReader({ allow })]),
    kinds: toKinds(kinds),
    isAllowed: createRuleCheck({ rules, locations }),
    chain,
    fingerprint: shortHash(JSON.stringify([processingVersion, kinds, rules, locations, chain.fingerprint])),
  }
}

import { toKinds, type KindConfig } from '@portico/catalog/common'
import type { PortableReading, Readers } from '@portico/integrations/server'
import { defaultLimits, type DocumentLimits } from './read/document-limits.ts'
import { createRuleCheck, type RuleConfig } from './process/entity-rules.ts'
import { shortHash, type SourceContext } from './process/process-source.ts'
import { emptyChain, type ProcessorChain } from './process/processor.ts'

/** Raised when processing gives other results than before, so that everything is processed again. */
const processingVersion = 3

/** What decides how things are processed. Plain data, so that it can be handed to another thread. */
export interface ProcessingSettings extends RuleConfig {
  readonly kinds: readonly KindConfig[]
  /** `catalog.limits`. */
  readonly limits?: Partial<DocumentLimits> | undefined
}

/** The same with how things are read, for a thread that opens its own readers. */
export interface ThreadSettings extends ProcessingSettings {
  readonly reading: PortableReading
}

/** Opens readers in the thread that was given their settings. Their module comes by its address, so that nothing else of its plugin is loaded. */
export async function openReading({ module, settings }: PortableReading): Promise<Readers> {
  const opened = (await import(module)) as { openReading: (settings: PortableReading['settings']) => Promise<Readers> }
  return opened.openReading(settings)
}

/** Everything that processing needs besides what it processes. */
export function createSourceContext(
  { kinds, rules, locations, limits: given }: ProcessingSettings,
  { reading, chain = emptyChain }: { readonly reading: Readers; readonly chain?: ProcessorChain },
): SourceContext {
  const limits = { ...defaultLimits, ...given }
  return {
    readers: reading,
    kinds: toKinds(kinds),
    isAllowed: createRuleCheck({ rules, locations }),
    chain,
    limits,
    fingerprint: shortHash(JSON.stringify([processingVersion, kinds, rules, locations, limits, chain.fingerprint])),
  }
}

import { parseJson, toRecord } from '@portico/core/common'
import type { Text } from '@portico/ui'
import { defineApiRef } from './apis/api-ref.ts'
import { createObservable, type Observable } from './observable.ts'

/** A feature flag of a plugin. */
export interface FeatureFlag {
  readonly name: string
  readonly pluginId: string
  readonly description?: Text
}

export interface FeatureFlags {
  /** Every flag that a plugin of the portal declares. */
  readonly flags: readonly FeatureFlag[]
  /** The names of the flags that are on. */
  readonly active: Observable<ReadonlySet<string>>
  isActive(name: string): boolean
  set(name: string, active: boolean): void
}

export const featureFlagsApiRef = defineApiRef<FeatureFlags>({
  id: 'core.feature-flags',
  description: 'Feature flags of plugins, per user',
})

const storageKey = 'featureFlags'

/** Refuses an invalid flag name, and says which rule it breaks. */
export function checkFlagName(name: string): void {
  const refuse = (rule: string) => {
    throw new Error(`The feature flag name '${name.length > 150 ? `${name.slice(0, 20)}…` : name}' ${rule}`)
  }
  if (name.length < 3) refuse('must have a minimum length of three characters')
  if (name.length > 150) refuse('must not exceed 150 characters')
  if (!/^[a-z][a-z0-9-]*$/.test(name)) refuse('must start with a lowercase letter and only contain lowercase letters, numbers and hyphens')
}

/** The flags of a portal. Only those that are on are stored, also for flags of plugins that are not installed at the moment. */
export function createFeatureFlags(options: {
  readonly flags: readonly FeatureFlag[]
  readonly storage: Storage
  readonly onOtherTab: (listener: (key: string | undefined) => void) => void
}): FeatureFlags {
  const { flags, storage, onOtherTab } = options
  for (const { name } of flags) checkFlagName(name)
  const active = createObservable<ReadonlySet<string>>(readActive(storage))
  onOtherTab(key => (key === storageKey || key === undefined) && active.set(readActive(storage)))
  return {
    flags,
    active,
    isActive: name => active.get().has(name),
    set(name, on) {
      checkFlagName(name)
      const next = new Set(active.get())
      if (on) next.add(name)
      else next.delete(name)
      storage.setItem(storageKey, JSON.stringify(Object.fromEntries([...next].map(each => [each, 1]))))
      active.set(next)
    },
  }
}

function readActive(storage: Storage): Set<string> {
  const stored = toRecord(parseJson(storage.getItem(storageKey) ?? ''))
  return new Set(Object.keys(stored).filter(name => stored[name] === 1 || stored[name] === true))
}

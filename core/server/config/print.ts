import { mergeConfig } from '@portico/core/common'
import type { ConfigObject, ConfigPart } from '@portico/core/common'
import type { CheckedSection } from './validate.ts'
import { redacted, withDefaults } from './visibility.ts'

export interface PrintOptions {
  /** Hide secrets. They are hidden unless this is false. */
  readonly redacted?: boolean
  /** Only what the browser gets. */
  readonly frontend?: boolean
  /** Also default values. */
  readonly defaults?: boolean
}

/** The whole config as it may be printed, also the sections that no plugin declares. */
export function describeConfig(
  unclaimed: ConfigObject,
  sections: ReadonlyMap<string, CheckedSection>,
  frontend: () => ConfigPart[],
  options: PrintOptions = {},
): ConfigObject {
  if (options.frontend) return frontend().reduce<unknown>((merged, part) => mergeConfig(merged, part.data), {}) as ConfigObject
  const hide = options.redacted !== false
  let shown: unknown = hide ? redacted(undefined, unclaimed) : unclaimed
  for (const { claim, written, input } of sections.values()) {
    const value = options.defaults ? mergeConfig(written, withDefaults([claim.schema], input)) : written
    shown = mergeConfig(shown, nested(claim.section, hide ? redacted([claim.schema], value) : value))
  }
  return shown as ConfigObject
}

/** A value as the file would hold it: inside the objects that lead to its section. */
export function nested(section: string, value: unknown): unknown {
  return section.split('.').reduceRight((inner: unknown, key) => (inner === undefined ? undefined : { [key]: inner }), value)
}

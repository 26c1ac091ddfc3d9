import { mergeConfig, toExtensionEntries } from '@portico/core/common'
import type { ExtensionConfig, extensionsSection, SectionValue } from '@portico/core/common'
import type { ConfigPath } from './config-path.ts'
import { describeIssues } from './mistakes.ts'

type Entries = SectionValue<typeof extensionsSection>

interface Checked {
  /** `app.extensions` as the browser gets it: with the defaults of all settings, with those that are set checked, and without those that are wrong. */
  readonly entries: Entries
  readonly mistakes: readonly string[]
}

/** Checks `config` of the entries of `app.extensions` against what plugins declare. That of other extensions is passed on unchecked. */
export function checkExtensionSettings(
  written: Entries,
  declared: readonly ExtensionConfig[],
  locationOf: (path: ConfigPath) => string | undefined,
): Checked {
  const mistakes: string[] = []
  const checked = [...written]
  const defaults = declared.map(({ id, schema }) => {
    let always: unknown = {}
    toExtensionEntries(written).forEach((entry, index) => {
      if (entry.id !== id || !entry.config) return
      const input = mergeConfig(always, entry.config)
      // Only the settings that are set replace their defaults.
      if (!entry.when) always = input
      const result = schema.safeParse(input)
      const { id: _, ...rest } = entry
      checked[index] = { [id]: { ...rest, ...(result.success && { config: result.data as Record<string, unknown> }) } }
      if (!result.success)
        mistakes.push(
          ...describeIssues(result.error.issues, { schema, section: ['app', 'extensions', index, id, 'config'], input, locationOf }),
        )
    })
    return { [id]: { config: schema.parse({}) as Record<string, unknown> } }
  })
  return { entries: [...defaults, ...checked], mistakes }
}

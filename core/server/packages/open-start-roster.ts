import { z } from 'zod'
import { ConfigError } from '../config/config-error.ts'
import type { LoadOptions } from '../config/load.ts'
import { readSections } from '../config/read-sections.ts'
import { PluginsSection } from '../config/sections/plugins-section.ts'
import type { ServerPlugin } from '../host/plugin.ts'
import { createOutsideLoader } from './outside-plugin.ts'
import { openRoster, type Roster, type RosterOptions } from './roster.ts'
import type { SharedModules } from './shared-modules.ts'

export interface StartRosterOptions extends Omit<LoadOptions, 'isPartial'> {
  readonly plugins: readonly ServerPlugin[]
  /** The names of all our packages, also of those that have only pages. */
  readonly packages?: readonly string[] | undefined
  /** What the portal shares with plugins from outside. */
  readonly shared?: (() => Promise<SharedModules>) | undefined
  readonly onProblem?: RosterOptions['onProblem']
}

const needed = { plugins: PluginsSection, 'backend.dataFolder': z.string().min(1).default('.portico') }

/** The plugins that the config asks for. It is read once for this alone, since only the plugins know the rest of it. */
export async function openStartRoster(options: StartRosterOptions): Promise<Roster> {
  const { plugins, packages = [], shared = async () => ({}), onProblem, ...load } = options
  const entries = await readEntries(load)
  return openRoster({
    ours: plugins,
    packages,
    entries,
    load: createOutsideLoader({ folder: load.cwd, shared }),
    ...(onProblem && { onProblem }),
  })
}

async function readEntries(load: Omit<LoadOptions, 'isPartial'>) {
  try {
    return (await readSections(load, needed)).values.plugins
  } catch (error) {
    // Every mistake is told when the whole config is read.
    if (error instanceof ConfigError) return []
    throw error
  }
}

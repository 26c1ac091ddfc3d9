import path from 'node:path'
import { z } from 'zod'
import { ConfigError } from '../config/config-error.ts'
import type { LoadOptions } from '../config/load.ts'
import { readSections } from '../config/read-sections.ts'
import { PluginEntry, PluginsSection } from '../config/sections/plugins-section.ts'
import type { ServerPlugin } from '../host/plugin.ts'
import type { InstalledPlugins } from './installed-plugins.ts'
import { createLastEnds } from './isolated/last-ends.ts'
import { openInstalled } from './open-installed.ts'
import { createOutsideLoader } from './outside-plugin.ts'
import { openRoster, type Roster } from './roster.ts'
import type { SharedModules } from './shared-modules.ts'

export interface StartRosterOptions extends Omit<LoadOptions, 'isPartial'> {
  readonly plugins: readonly ServerPlugin[]
  /** Ours that have only pages, and what each needs. */
  readonly pages?: Readonly<Record<string, readonly string[]>> | undefined
  /** What the portal shares with plugins from outside. */
  readonly shared?: (() => Promise<SharedModules>) | undefined
  /** The program of the processes of plugins that have one of their own. */
  readonly isolated?: URL | undefined
}

const allowed = z.looseObject({ host: z.string(), paths: z.array(z.string()).optional() })

/** All that has to be known of the config before the plugins are. */
export const pluginSections = {
  plugins: PluginsSection,
  'backend.dataFolder': z.string().min(1).default('.portico'),
  'backend.reading.allow': z.array(allowed).default([]),
}

/** A roster, and how it is read again while the portal runs. */
export interface OpenedRoster extends Roster {
  readonly installed: InstalledPlugins
  readonly reopen: (plugins: readonly PluginEntry[]) => Promise<Roster>
}

/** The plugins that the config asks for and those that are installed. The config is read once for this alone, since only the plugins know the rest of it. */
export async function openStartRoster(options: StartRosterOptions): Promise<OpenedRoster> {
  const { plugins, pages = {}, shared = async () => ({}), isolated, ...load } = options
  const sections = await readPluginSections(load)
  const installed = openInstalled({
    folder: load.cwd,
    env: load.env,
    dataFolder: sections['backend.dataFolder'],
    allow: sections['backend.reading.allow'],
  })
  const ends = createLastEnds(path.resolve(load.cwd, sections['backend.dataFolder']))
  const loader = createOutsideLoader({ locate: installed.locate, shared, isolated, ends })
  async function open(written: readonly PluginEntry[]): Promise<Roster> {
    const entries = await installed.entries(written, toEntry)
    const locked = Object.entries(await installed.list())
    const knownId = (name: string) => locked.find(([, each]) => each.written === name)?.[0]
    return openRoster({ ours: plugins, pages, entries, knownId, load: loader })
  }
  return { ...(await open(sections.plugins)), installed, reopen: open }
}

function toEntry(written: string): PluginEntry {
  return PluginEntry.parse({ package: written })
}

async function readPluginSections(load: Omit<LoadOptions, 'isPartial'>) {
  try {
    return (await readSections(load, pluginSections)).values
  } catch (error) {
    // Every mistake is told when the whole config is read.
    if (error instanceof ConfigError) return { plugins: [], 'backend.dataFolder': '.portico', 'backend.reading.allow': [] }
    throw error
  }
}

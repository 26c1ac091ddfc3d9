import * as common from '@portico/core/common'
import * as server from '@portico/core/server'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import * as zod from 'zod'

/** What a portal shares with plugins, as far as these tests need it. */
export const shared = async () => ({ '@portico/plugin/common': common, '@portico/plugin/server': server, zod })

export interface PluginFiles {
  readonly id?: string
  readonly name?: string
  readonly version?: string
  /** Fields of `portico` besides the id, the range of the API and the module. */
  readonly manifest?: Readonly<Record<string, unknown>>
  /** Fields of package.json. */
  readonly fields?: Readonly<Record<string, unknown>>
  /** The body of `setup(core)`. */
  readonly setup?: string
  /** Fields of the plugin besides id and set-up. */
  readonly plugin?: string
  /** Other files, by path. */
  readonly files?: Readonly<Record<string, string>>
}

/** The files of a plugin as its author packs them. */
export function pluginFiles(given: PluginFiles = {}): Record<string, string> {
  const { id = 'radar', name = `@acme/${id}`, version = '1.0.0', manifest, fields, setup = '', plugin = '', files } = given
  const portico = { api: '1', id, server: './dist/server.mjs', ...manifest }
  return {
    'package.json': JSON.stringify({ name, version, type: 'module', portico, ...fields }),
    'dist/server.mjs': `import { answer, defineServerPlugin } from '@portico/plugin/server'
import { basicPermission, defineContract, defineEvent, get, post } from '@portico/plugin/common'
import { z } from 'zod'
export default defineServerPlugin({ id: '${id}', ${plugin} async setup(core) { ${setup} } })`,
    ...files,
  }
}

/** A folder with the plugin, as `plugins` in the config names one. */
export function pluginFolder(given?: PluginFiles): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'portico-plugin-'))
  for (const [file, text] of Object.entries(pluginFiles(given))) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
    writeFileSync(path.join(folder, file), text)
  }
  return folder
}

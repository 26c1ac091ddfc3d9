import { runCommandLine } from '@portico/core/server/command-line'
import { cpSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect } from 'vitest'
import { plugins } from '../plugins.ts'
import { isolated, shared } from '../shared-modules.ts'

const repository = path.join(import.meta.dirname, '../..')

/** Somebody with an installed portal in a folder, who writes plugins and installs them. */
export function createPluginAuthor() {
  const folder = mkdtempSync(path.join(tmpdir(), 'portico-outside-'))
  writeFileSync(path.join(folder, 'app-config.yaml'), '{}')

  /** The command line of the installed portal. */
  async function portico(cwd: string, ...argv: string[]) {
    const lines: string[] = []
    const write = (line: string) => void lines.push(line)
    const exit = await runCommandLine(argv, {
      plugins,
      shared,
      isolated,
      version: '1.0.0',
      cwd,
      env: { HOME: folder },
      print: write,
      warn: write,
    })
    return { exit, out: lines.join('\n') }
  }

  function withTools(target: string): string {
    mkdirSync(path.join(target, 'node_modules'))
    for (const tool of ['vite', 'zod']) symlinkSync(path.join(repository, 'node_modules', tool), path.join(target, 'node_modules', tool))
    return target
  }

  return {
    folder,
    portico,
    withTools,
    /** A copy of an example, as its author has it: with its tools installed, and nothing else of this repository. */
    checkOut(name: string): string {
      const target = path.join(folder, name)
      cpSync(path.join(repository, 'examples/plugins', name), target, {
        recursive: true,
        filter: source => !/[\\/](?:node_modules|dist|\.portico)$/.test(source),
      })
      return withTools(target)
    },
    /** Packs a plugin, and installs the archive in the portal. Gives the two lines of config. */
    async install(source: string) {
      const packed = await portico(source, 'plugin', 'pack')
      expect(packed).toMatchObject({ exit: 0 })
      const [, file = '', integrity = ''] = /package: \.\/(\S+)\n\s+integrity: (\S+)/.exec(packed.out) ?? []
      const archive = path.join(source, file)
      expect(await portico(folder, 'plugin', 'install', archive, '--integrity', integrity)).toMatchObject({ exit: 0 })
      return { package: archive, integrity }
    },
    /** A folder with a plugin that has nothing but a set-up. In it, `services` is all that plugins may use on the server. */
    pluginWith({ id, setup, fields = '', uses = '{}' }: { id: string; setup: string; fields?: string; uses?: string }): string {
      const target = path.join(folder, id)
      mkdirSync(path.join(target, 'dist'), { recursive: true })
      const manifest = { api: '1', id, server: './dist/server.mjs' }
      writeFileSync(
        path.join(target, 'package.json'),
        JSON.stringify({ name: `@acme/${id}`, version: '1.0.0', type: 'module', portico: manifest }),
      )
      writeFileSync(
        path.join(target, 'dist/server.mjs'),
        `import { z } from 'zod'
        import * as services from '@portico/plugin/server'
        import { defineContract, get } from '@portico/plugin/common'
        export default services.defineServerPlugin({ id: '${id}', ${fields} async setup(core, ${uses}) { ${setup} } })`,
      )
      return target
    },
  }
}

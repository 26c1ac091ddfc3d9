import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const vite = path.join(import.meta.dirname, '../node_modules/vite/bin/vite.js')

export interface OutsidePluginSource {
  readonly id: string
  /** Its modules, by name: `web.tsx` is the entry. */
  readonly sources: Readonly<Record<string, string>>
  readonly css?: string
}

/** Builds a plugin as people outside do: in a folder of its own, with what the portal shares left out. Returns the folder. */
export function buildOutsidePlugin({ id, sources, css }: OutsidePluginSource): string {
  const folder = mkdtempSync(path.join(tmpdir(), `portico-outside-${id}-`))
  const styles = css === undefined ? [] : ['./dist/web.css']
  const write = (file: string, text: string) => writeFileSync(path.join(folder, file), text)
  for (const each of ['src', 'dist']) mkdirSync(path.join(folder, each))
  const portico = { api: '1', id, web: './dist/web.mjs', styles }
  write('package.json', JSON.stringify({ name: `@acme/portico-${id}`, version: '1.2.0', type: 'module', portico }))
  for (const [file, text] of Object.entries(sources)) write(`src/${file}`, text)
  write(
    'vite.config.mjs',
    `export default { logLevel: 'error', build: { emptyOutDir: false, lib: { entry: { web: 'src/web.tsx' }, formats: ['es'] },
      rolldownOptions: { external: /^(react|react-dom|react-router|@tanstack\\/react-query|@portico\\/plugin|lost-module)(\\/|$)/,
        output: { entryFileNames: '[name].mjs', chunkFileNames: 'web/[name]-[hash].mjs' } } } }`,
  )
  execFileSync(process.execPath, [vite, 'build'], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  if (css !== undefined) write('dist/web.css', css)
  return folder
}

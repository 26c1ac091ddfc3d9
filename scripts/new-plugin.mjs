#!/usr/bin/env node
// `npm run new <plugin>` writes a small plugin that works, with its tests, and adds it to the app. `--dry-run` only says what it would do.
import fs from 'node:fs'
import path from 'node:path'
import { collect } from './lib/child.mjs'
import { Failure, runCommand } from './lib/failure.mjs'
import { addWorkspace } from './lib/lockfile.mjs'
import { addToList } from './lib/plugin-list.mjs'
import { checkPluginName } from './lib/plugin-name.mjs'
import { manifestOf, pluginFiles } from './lib/plugin-template.mjs'
import { inRoot, toolPath } from './lib/repository.mjs'
import { findNode, requireNode } from './lib/runtime.mjs'

await runCommand(async () => {
  requireNode()
  const options = process.argv.slice(2)
  const dryRun = options.includes('--dry-run')
  const [id, ...rest] = options.filter(option => option !== '--dry-run')
  if (!id || rest.length > 0) throw new Failure('name the plugin: npm run new <plugin> [-- --dry-run]')
  checkPluginName(id, fs.readdirSync(inRoot('plugins')))

  const versions = { ...readJson('ui/package.json').dependencies, ...readJson('core/package.json').dependencies, '@portico/core': '*' }
  const own = Object.entries(pluginFiles(id, versions)).map(([file, text]) => [`plugins/${id}/${file}`, text])
  const changed = [
    listWith(id, 'Plugin', 'server', 'app/plugins.ts'),
    listWith(id, 'Web', 'web', 'app/web/plugins.ts'),
    appManifestWith(id),
  ]
  const locks = ['package-lock.json', 'node_modules/.package-lock.json'].filter(file => fs.existsSync(inRoot(file)))
  const written = [...own, ...changed, ...locks.map(file => [file, lockfileWith(file, manifestOf(id, versions))])]
  if (!dryRun) await write(id, written)
  process.stdout.write(`${dryRun ? 'Would write' : 'Wrote'}\n${written.map(([file]) => `  ${file}\n`).join('')}`)
})

async function write(id, files) {
  for (const [file, text] of files) {
    fs.mkdirSync(path.dirname(inRoot(file)), { recursive: true })
    fs.writeFileSync(inRoot(file), text)
  }
  // What is installed stays as it is, and knows the plugin; what is not will be linked by the install.
  const packages = inRoot('node_modules', '@portico')
  if (fs.existsSync(packages)) fs.symlinkSync(path.join('..', '..', 'plugins', id), path.join(packages, id))
  const formatter = toolPath('oxfmt', 'bin/oxfmt')
  const sources = files.map(([file]) => file).filter(file => /\.tsx?$/.test(file))
  if (fs.existsSync(formatter)) await collect(findNode(), [formatter, ...sources])
}

function listWith(id, suffix, layer, file) {
  const name = id.replace(/-(\w)/g, (_, letter) => letter.toUpperCase()) + suffix
  const source = addToList(fs.readFileSync(inRoot(file), 'utf8'), name, `@portico/${id}/${layer}`)
  if (!source) throw new Failure(`${file} is not a plain list of plugins any more: add ${name} from '@portico/${id}/${layer}' by hand`)
  return [file, source]
}

function appManifestWith(id) {
  const manifest = readJson('app/package.json')
  const dependencies = Object.entries({ ...manifest.dependencies, [`@portico/${id}`]: '*' }).sort(([a], [b]) => (a < b ? -1 : 1))
  return ['app/package.json', toJson({ ...manifest, dependencies: Object.fromEntries(dependencies) })]
}

function lockfileWith(file, manifest) {
  const lockfile = readJson(file)
  addWorkspace(lockfile, manifest.name.replace('@portico/', 'plugins/'), manifest, 'app')
  return toJson(lockfile)
}

function readJson(file) {
  return JSON.parse(fs.readFileSync(inRoot(file), 'utf8'))
}

function toJson(value) {
  return `${JSON.stringify(value, undefined, 2)}\n`
}

import fs from 'node:fs'
import path from 'node:path'
import { pack } from '../release/pack.mjs'
import { inRoot } from '../repository.mjs'
import { entries, writeDeclarations } from './declarations.mjs'

const readJson = (...names) => JSON.parse(fs.readFileSync(inRoot(...names), 'utf8'))

/** Makes `portico-plugin-<version>.tgz` in a folder: the types of the plugin API. Returns its path. */
export async function packPluginApi(node, target) {
  const types = await writeDeclarations(node, inRoot('.portico/plugin-api'))
  const { file } = await pack('@portico/plugin', folder => writePluginPackage(types, folder), target)
  return file
}

/** Writes the package into an empty folder. Each entry has types alone: the portal gives plugins the code. */
export function writePluginPackage(types, folder) {
  const { name, version } = readJson('plugin-api/package.json')
  const { license, engines } = readJson('package.json')
  fs.cpSync(types, path.join(folder, 'types'), { recursive: true })
  fs.copyFileSync(inRoot('LICENSE'), path.join(folder, 'LICENSE'))
  fs.copyFileSync(inRoot('docs/plugin-api.md'), path.join(folder, 'README.md'))
  const manifest = {
    name,
    version,
    description: 'What plugins of Portico can use: the types',
    license,
    type: 'module',
    engines,
    files: ['types'],
    exports: Object.fromEntries(Object.keys(entries).map(entry => [`./${entry}`, { types: `./types/${entry}.d.ts` }])),
    dependencies: dependenciesOf(types),
  }
  fs.writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`)
  return manifest
}

/** The packages whose types are part of ours, at the versions that are locked here or later ones of their major. */
function dependenciesOf(types) {
  const { packages } = readJson('package-lock.json')
  const files = fs.readdirSync(types, { recursive: true, withFileTypes: true }).filter(file => file.isFile())
  const texts = files.map(file => fs.readFileSync(path.join(file.parentPath, file.name), 'utf8'))
  const names = texts.flatMap(text =>
    [...text.matchAll(/(?:from |import\()["'](?!\.|node:)((?:@[^/"']+\/)?[^/"']+)/g)].map(([, name]) => name),
  )
  const needed = [...new Set([...names, 'node'])].flatMap(name => [name, `@types/${name.replace(/^@/, '').replace('/', '__')}`])
  const locked = needed.filter(name => packages[`node_modules/${name}`]).sort()
  return Object.fromEntries(locked.map(name => [name, `^${packages[`node_modules/${name}`].version}`]))
}

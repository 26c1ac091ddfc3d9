import fs from 'node:fs'
import path from 'node:path'
import { collect } from '../child.mjs'
import { Failure } from '../failure.mjs'
import { inRoot, toolPath } from '../repository.mjs'
import { pack } from './pack.mjs'

const name = 'create-portico-plugin'

/** Makes `create-portico-plugin-<version>.tgz` in a folder: what `npm create portico-plugin` runs. Returns its path. */
export async function packCreator(node, target) {
  const { file } = await pack(name, folder => writeCreator(node, folder), target)
  return file
}

/** The command of the portal in one file, so that nothing else has to be installed to write a plugin. */
async function writeCreator(node, folder) {
  const { version, license, engines } = JSON.parse(fs.readFileSync(inRoot('package.json'), 'utf8'))
  const source = inRoot('core/server/command/author/create-plugin.ts')
  const bundle = [toolPath('rolldown', 'bin/cli.mjs'), source, '--platform', 'node', '--file', path.join(folder, 'create.mjs')]
  const { code, output } = await collect(node, bundle, {})
  if (code !== 0) throw new Failure(`${name} could not be built:\n${output.trim()}`)
  const manifest = {
    name,
    version,
    description: 'Writes a new plugin of Portico: npm create portico-plugin @acme/portico-hello',
    license,
    type: 'module',
    engines,
    bin: './create.mjs',
  }
  fs.writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`)
  fs.writeFileSync(
    path.join(folder, 'README.md'),
    `# ${name}\n\n\`npm create portico-plugin @acme/portico-hello\` writes a new plugin of Portico into \`hello/\`, as \`portico plugin new\` does.\n`,
  )
  fs.copyFileSync(inRoot('LICENSE'), path.join(folder, 'LICENSE'))
  return manifest
}

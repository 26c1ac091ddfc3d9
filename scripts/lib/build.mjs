import crypto from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { collect } from './child.mjs'
import { Failure } from './failure.mjs'
import { step } from './progress.mjs'
import { root, toolPath } from './repository.mjs'

/**
 * Builds something with Vite unless what is there was built from these very sources.
 * `name` is what people call it, `config` its Vite config, `result` a file of the build, `sources` lists its files in a checkout.
 */
export async function ensureBuild({ name, config, result, sources }, node) {
  const record = path.join(root, path.dirname(result), '.signature')
  const signature = signatureOf(root, sources(root))
  if (readRecord(record) === signature && fs.existsSync(path.join(root, result))) return false
  fs.rmSync(record, { force: true })
  const vite = [toolPath('vite', 'bin/vite.js'), 'build', '--config', config, '--logLevel', 'warn']
  const { code, output } = await step(`Building the ${name}`, () =>
    collect(node, vite, { env: { ...process.env, NODE_ENV: 'production' } }),
  )
  if (code !== 0) throw new Failure(`the ${name} does not build:\n${output.trim()}`)
  fs.writeFileSync(record, signature)
  return true
}

/** One hash over names and contents, so that a fresh clone or a touched file changes nothing. */
export function signatureOf(folder, files) {
  const hash = crypto.createHash('sha1')
  for (const file of files)
    hash
      .update(`${file}\0`)
      .update(fs.readFileSync(path.join(folder, file)))
      .update('\0')
  return hash.digest('hex')
}

/** The files of some layers of every package, with everything else that decides what a build of them becomes. */
export function sourcesOf(folder, { layers, single }) {
  const plugins = namesIn(path.join(folder, 'plugins')).map(name => `plugins/${name}`)
  const packages = ['app', 'core', 'ui', 'examples/tools', ...plugins].map(each => `${each}/package.json`)
  const all = ['package-lock.json', 'tsconfig.base.json', ...single, ...packages].filter(file => fs.existsSync(path.join(folder, file)))
  return [...all, ...layers(['core', ...plugins]).flatMap(layer => filesUnder(folder, layer))]
}

/** The files of a folder and those below it, without tests. */
function filesUnder(folder, relative) {
  return entriesIn(path.join(folder, relative)).flatMap(entry => {
    const inside = `${relative}/${entry.name}`
    if (entry.name === 'node_modules' || entry.name.startsWith('.')) return []
    if (entry.isDirectory()) return filesUnder(folder, inside)
    return /\.test\.tsx?$/.test(entry.name) || inside === 'ui/package.json' ? [] : [inside]
  })
}

function namesIn(folder) {
  return entriesIn(folder)
    .filter(entry => entry.isDirectory())
    .map(entry => entry.name)
}

function entriesIn(folder) {
  if (!fs.existsSync(folder)) return []
  return fs.readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
}

function readRecord(file) {
  try {
    return fs.readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

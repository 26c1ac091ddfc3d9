import crypto from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { collect } from './child.mjs'
import { Failure } from './failure.mjs'
import { step } from './progress.mjs'
import { root, toolPath } from './repository.mjs'

const signatureFile = path.join('app', 'dist', '.signature')

/** Builds the web app unless what is in app/dist was built from these very sources. */
export async function ensureWebBuild(node) {
  const signature = signatureOf(root)
  if (readSignature(root) === signature && fs.existsSync(path.join(root, 'app', 'dist', 'index.html'))) return false
  fs.rmSync(path.join(root, signatureFile), { force: true })
  const vite = [toolPath('vite', 'bin/vite.js'), 'build', '--config', 'app/web/vite.config.ts', '--logLevel', 'warn']
  const { code, output } = await step('Building the web app', () =>
    collect(node, vite, { env: { ...process.env, NODE_ENV: 'production' } }),
  )
  if (code !== 0) throw new Failure(`the web app does not build:\n${output.trim()}`)
  fs.writeFileSync(path.join(root, signatureFile), signature)
  return true
}

/** One hash over everything the web app is built from: names and contents, so that a fresh clone or a touched file changes nothing. */
export function signatureOf(folder) {
  const hash = crypto.createHash('sha1')
  for (const file of webSources(folder))
    hash
      .update(`${file}\0`)
      .update(fs.readFileSync(path.join(folder, file)))
      .update('\0')
  return hash.digest('hex')
}

function webSources(folder) {
  const plugins = namesIn(path.join(folder, 'plugins')).map(name => `plugins/${name}`)
  const packages = ['app', 'core', 'ui', ...plugins]
  const rooms = ['app/web', 'ui', ...['core', ...plugins].flatMap(folder => [`${folder}/common`, `${folder}/web`])]
  const single = ['package-lock.json', 'tsconfig.base.json', 'tsconfig.web.json', ...packages.map(folder => `${folder}/package.json`)]
  return [...single.filter(file => fs.existsSync(path.join(folder, file))), ...rooms.flatMap(room => filesUnder(folder, room))]
}

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

function readSignature(folder) {
  try {
    return fs.readFileSync(path.join(folder, signatureFile), 'utf8')
  } catch {
    return undefined
  }
}

import fs from 'node:fs'
import path from 'node:path'
import { Failure } from '../failure.mjs'
import { inRoot, root } from '../repository.mjs'

/** What is in the package as it is in the checkout, at the same place: built files find each other and the example by that. */
const copied = [
  'LICENSE',
  'CHANGELOG.md',
  'app/dist',
  'app/dist-server',
  'app/starter',
  'examples',
  'plugins/connectors/packs',
  'scripts/packaged.mjs',
  ...['child', 'failure', 'repository', 'runtime'].map(name => `scripts/lib/${name}.mjs`),
]

/** Of these folders, what only a checkout needs. */
const leftOut = [
  /^examples\/(web-app|plugins)$/,
  /^examples\/tools\/(?!data(\/|$))/,
  /^examples\/.*\.ts$/,
  /\/\.signature$/,
  /\/build\.json$/,
]

/** What the server looks for to see whether it runs in a checkout. */
const onlyInCheckout = ['docs/guides/bring-your-own-catalog.md']

/** Packages that the built server loads by file. */
const loadedByFile = ['piscina']

const readJson = file => JSON.parse(fs.readFileSync(file, 'utf8'))

/** Writes everything that the package has into an empty folder. Returns the packages whose code is in it, and those that npm installs with it. */
export function writePackage(folder) {
  for (const name of copied) copy(name, folder)
  const notes = readJson(inRoot('app/dist-server/build.json'))
  const missing = notes.files.filter(file => !onlyInCheckout.includes(file) && !fs.existsSync(path.join(folder, file)))
  if (missing.length > 0) throw new Failure(`the server reads files that the package does not have: ${missing.join(', ')}`)
  const bundled = unique([...notes.packages, ...readJson(inRoot('app/dist/build.json')).packages])
  fs.copyFileSync(inRoot('scripts/lib/release/README.md'), path.join(folder, 'README.md'))
  fs.writeFileSync(path.join(folder, 'THIRD-PARTY-LICENSES.txt'), licencesOf(bundled))
  const ours = manifest()
  fs.writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify(ours, undefined, 2)}\n`)
  return { version: ours.version, bundled, installed: { ...ours.dependencies, ...ours.optionalDependencies } }
}

function copy(name, folder) {
  const filter = source => {
    const relative = path.relative(root, source).split(path.sep).join('/')
    return !leftOut.some(pattern => pattern.test(relative))
  }
  fs.cpSync(inRoot(name), path.join(folder, name), { recursive: true, filter })
}

/** What npm installs with the package: exact versions, as they are locked here. */
function manifest() {
  const { name, version, description, license, engines, optionalDependencies } = readJson(inRoot('package.json'))
  const { packages } = readJson(inRoot('package-lock.json'))
  const core = readJson(inRoot('core/package.json'))
  return {
    name,
    version,
    description,
    license,
    type: 'module',
    bin: { portico: 'scripts/packaged.mjs' },
    engines,
    dependencies: Object.fromEntries(loadedByFile.map(each => [each, packages[`node_modules/${each}`].version])),
    optionalDependencies: { ...core.optionalDependencies, ...optionalDependencies },
  }
}

function unique(packages) {
  const byName = new Map(packages.map(each => [`${each.name}@${each.version}`, each]))
  return [...byName].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, each]) => each)
}

/** The licences of all code from outside, as they ask for it. */
function licencesOf(packages) {
  const texts = packages.map(({ name, version, folder }) => {
    const { license = 'see its text' } = readJson(inRoot(folder, 'package.json'))
    const files = fs.readdirSync(inRoot(folder)).filter(file => /^(licen[cs]e|copying|notice)/i.test(file) && isFile(inRoot(folder, file)))
    const text = files.sort().map(file => fs.readFileSync(inRoot(folder, file), 'utf8').trim())
    return [`${name} ${version} (${typeof license === 'string' ? license : license.type})`, ...text].join('\n\n')
  })
  return `The built files of this package have code of these packages.\n\n${texts.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`
}

function isFile(file) {
  return fs.statSync(file).isFile()
}

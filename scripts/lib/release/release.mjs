import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { Failure } from '../failure.mjs'
import { runNpm } from '../install.mjs'
import { inRoot } from '../repository.mjs'
import { billOfMaterials } from './bill-of-materials.mjs'
import { buildPackage } from './build-package.mjs'
import { packCreator } from './creator.mjs'
import { commitOfVersion, git, requireCleanTree, sourceAddress } from './git.mjs'
import { provenance, sha256 } from './provenance.mjs'
import { closeChangelog, levels, nextVersion, replaceIn, writeVersion } from './version.mjs'

/** Makes the package of the present version, or of the next one. Everything is in `target` afterwards. Returns what to do next, in lines. */
export async function release(node, target, level) {
  if (level !== undefined && !levels.includes(level)) throw new Failure(`'${level}' is none of ${levels.join(', ')}`)
  await requireCleanTree()
  const begun = new Date().toISOString()
  const { version } = readManifest()
  const made = level === undefined ? await buildPresent(node, target, version) : await buildNext(node, target, { from: version, level })
  const { packPluginApi } = await import('../plugin-api/package.mjs')
  const types = await packPluginApi(node, target)
  const creator = await packCreator(node, target)
  const files = await writeNotes(made, { level, begun, others: [types, creator] })
  const tag = `v${made.version}`
  const tagged = await commitOfVersion(made.version)
  return [
    ...files.map(file => path.relative(process.cwd(), file)),
    '',
    'Next:',
    ...(tagged ? [] : [`  git tag ${tag} && git push origin HEAD ${tag}`]),
    `  npm publish ${path.relative(process.cwd(), made.file)}   # or hand the files out; sign the provenance where you sign`,
    `  npm publish ${path.relative(process.cwd(), types)}   # the types for those who write plugins, where their version is new`,
    `  npm publish ${path.relative(process.cwd(), creator)}   # what npm create portico-plugin runs`,
    `  PORTICO_RELEASE=${tag} npm test -- app/last-release.test.ts   # and commit: later versions are tested beside this one`,
  ]
}

async function buildPresent(node, target, version) {
  const tagged = await commitOfVersion(version)
  const commit = await git('rev-parse', 'HEAD')
  if (tagged && tagged !== commit)
    throw new Failure(
      `version ${version} is that of commit ${tagged.slice(0, 8)}: npm run release -- ${levels.join('|')} makes the next one`,
    )
  return buildPackage(node, target)
}

/** The version is committed when its package was made: a build that fails leaves nothing behind. */
async function buildNext(node, target, { from, level }) {
  const version = nextVersion(from, level)
  if (await commitOfVersion(version)) throw new Failure(`there is a tag v${version} already`)
  try {
    replaceIn('CHANGELOG.md', text => closeChangelog(text, version, new Date().toISOString().slice(0, 10)))
    const changed = [...writeVersion(from, version), 'CHANGELOG.md']
    const made = await buildPackage(node, target)
    await git('add', ...changed)
    await git('commit', '--quiet', '-m', `Portico ${version}`)
    return made
  } catch (error) {
    await git('reset', '--quiet', '--hard', 'HEAD')
    throw error
  }
}

/** The bill of materials, the provenance and the digests, beside the package. */
export async function writeNotes({ file, version, bundled, installed }, { level, begun, others }) {
  const [commit, made, source, npm] = await Promise.all([
    git('rev-parse', 'HEAD'),
    git('log', '-1', '--format=%cI'),
    sourceAddress(),
    runNpm(['--version', '--loglevel=silent']),
  ])
  const beside = ending => path.join(path.dirname(file), `portico-${version}.${ending}`)
  const write = (name, value) => fs.writeFileSync(name, `${JSON.stringify(value, undefined, 2)}\n`)
  const [bom, statement, sums] = [beside('cdx.json'), beside('provenance.json'), path.join(path.dirname(file), 'SHA256SUMS')]
  const digest = sha256(file)
  // The same package has the same bill: its number comes from the digest.
  const serial = `${digest.slice(0, 8)}-${digest.slice(8, 12)}-5${digest.slice(13, 16)}-8${digest.slice(17, 20)}-${digest.slice(20, 32)}`
  write(bom, await billOfMaterials({ version, sha256: digest, bundled, installed, made: new Date(made).toISOString(), serial }))
  const versions = { node: process.versions.node, npm: npm.output.trim().split('\n').at(-1), vite: viteVersion() }
  const ended = new Date().toISOString()
  write(statement, provenance({ files: [file, ...others, bom], commit, source, level, versions, invocation: randomUUID(), begun, ended }))
  fs.writeFileSync(sums, [file, ...others, bom, statement].map(each => `${sha256(each)}  ${path.basename(each)}\n`).join(''))
  return [file, ...others, bom, statement, sums]
}

function readManifest() {
  return JSON.parse(fs.readFileSync(inRoot('package.json'), 'utf8'))
}

function viteVersion() {
  return JSON.parse(fs.readFileSync(inRoot('node_modules/vite/package.json'), 'utf8')).version
}

import fs from 'node:fs'
import { Failure } from '../failure.mjs'
import { inRoot } from '../repository.mjs'

/** The parts of a version that can be raised, the largest first. */
export const levels = ['major', 'minor', 'patch']

export function nextVersion(version, level) {
  const parts = /^(\d+)\.(\d+)\.(\d+)$/.exec(version)?.slice(1).map(Number)
  if (!parts) throw new Failure(`${version} is no version that can be raised: it has to be three numbers`)
  const at = levels.indexOf(level)
  return parts.map((part, index) => (index < at ? part : index === at ? part + 1 : 0)).join('.')
}

/** Writes the version into everything that carries the present one. Returns the files that have changed. */
export function writeVersion(from, to) {
  const lockfile = JSON.parse(fs.readFileSync(inRoot('package-lock.json'), 'utf8'))
  const folders = Object.entries(lockfile.packages)
    .filter(([folder, { version }]) => version === from && !folder.includes('node_modules'))
    .map(([folder]) => folder)
  for (const folder of folders) lockfile.packages[folder].version = to
  lockfile.version = to
  fs.writeFileSync(inRoot('package-lock.json'), `${JSON.stringify(lockfile, undefined, 2)}\n`)
  const manifests = folders.map(folder => (folder === '' ? 'package.json' : `${folder}/package.json`))
  for (const file of manifests) replaceIn(file, text => text.replace(`"version": "${from}"`, `"version": "${to}"`))
  return [...manifests, 'package-lock.json']
}

/** What was not released yet becomes a version of today. */
export function closeChangelog(text, version, date) {
  const [, body] = /^## \[Unreleased\]\n([\s\S]*?)(?=^## \[|(?![\s\S]))/m.exec(text) ?? []
  if (body === undefined) throw new Failure('CHANGELOG.md has no part [Unreleased]')
  if (!/^- /m.test(body)) throw new Failure('nothing is in the part [Unreleased] of CHANGELOG.md: say what has changed, then release it')
  return text.replace('## [Unreleased]\n', `## [Unreleased]\n\n## [${version}] - ${date}\n`)
}

export function replaceIn(file, change) {
  fs.writeFileSync(inRoot(file), change(fs.readFileSync(inRoot(file), 'utf8')))
}

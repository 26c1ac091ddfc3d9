import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { inRoot } from '../repository.mjs'

export const sha256 = file => createHash('sha256').update(fs.readFileSync(file)).digest('hex')

/** How files of a release were made: an in-toto statement with SLSA's predicate. It is not signed: who publishes it signs it. */
export function provenance({ files, commit, source, level, versions, invocation, begun, ended }) {
  const lockfile = JSON.parse(fs.readFileSync(inRoot('package-lock.json'), 'utf8'))
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject: files.map(file => ({ name: path.basename(file), digest: { sha256: sha256(file) } })),
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType: 'urn:portico:release:1',
        externalParameters: { command: ['npm', 'run', 'release', ...(level ? ['--', level] : [])], ...(source && { source }) },
        internalParameters: versions,
        resolvedDependencies: [
          { ...(source && { uri: `git+${source}` }), name: 'sources', digest: { gitCommit: commit } },
          { name: 'package-lock.json', digest: { sha256: sha256(inRoot('package-lock.json')) } },
          ...Object.entries(lockfile.packages).flatMap(([folder, entry]) => toMaterial(folder, entry)),
        ],
      },
      runDetails: {
        builder: { id: process.env.PORTICO_BUILDER ?? 'urn:portico:builder:local', version: versions },
        metadata: { invocationId: invocation, startedOn: begun, finishedOn: ended },
      },
    },
  }
}

/** A package that the build could use, as it is locked. Those of other platforms that were never fetched have no digest. */
function toMaterial(folder, { version, integrity, link }) {
  const name = folder.split('node_modules/').at(-1)
  const digest = /^sha512-(\S+)/.exec(integrity ?? '')?.[1]
  if (link || !folder.includes('node_modules/') || digest === undefined) return []
  return [{ uri: `pkg:npm/${name.replace('@', '%40')}@${version}`, digest: { sha512: Buffer.from(digest, 'base64').toString('hex') } }]
}

import { serveProcess } from '@portico/core/server/serve-process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { createCommitSigner } from './commit-signature.ts'
import { createPack, type CommitFields } from './pack.ts'

/** What the server asks of the process that packs. */
export interface PackMessage {
  readonly folder: string
  readonly files: readonly { readonly path: string; readonly isExecutable: boolean; readonly link?: string | undefined }[]
  readonly commit: CommitFields
  readonly signingKey?: string | undefined
}

export interface PackedCommit {
  readonly commit: string
  readonly pack: Uint8Array
}

function answer({ folder, files, commit, signingKey }: PackMessage): PackedCommit {
  const pack = createPack()
  for (const { path: name, isExecutable, link } of files) {
    if (link === undefined) pack.addFile(name, isExecutable ? '100755' : '100644', readFileSync(path.join(folder, name)))
    else pack.addFile(name, '120000', Buffer.from(link))
  }
  const sign = signingKey === undefined ? undefined : createCommitSigner(signingKey, commit.at)
  return { commit: pack.commit(commit, sign), pack: pack.toBytes() }
}

serveProcess(answer)

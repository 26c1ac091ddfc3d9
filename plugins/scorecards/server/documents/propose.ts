import { inputError } from '@portico/core/common'
import type { Integrations, RepositoryRef } from '@portico/integrations/server'
import { randomBytes } from 'node:crypto'

export interface Place {
  readonly repository: RepositoryRef
  readonly branch: string
  readonly path: string
}

const branchParts = ['blob', 'tree', 'edit', 'raw', 'src']

/** The repository, branch and path that an address of a host names: `https://host/owner/repo/tree/main/checks`. */
export function placeOf(address: string): Place {
  const url = URL.canParse(address) ? new URL(address) : undefined
  const parts = (url?.pathname ?? '').split('/').filter(Boolean).map(decodeURIComponent)
  const at = parts.findIndex((part, index) => index >= 2 && branchParts.includes(part))
  const skipped = parts[at] === 'src' && parts[at + 1] === 'branch' ? 1 : 0
  const branch = parts[at + 1 + skipped]
  const names = parts.slice(0, at).filter(part => part !== '-')
  if (!url || at === -1 || branch === undefined || names.length < 2)
    throw inputError(
      `'${address}' does not name a folder or file of a branch, such as https://github.com/acme/standards/tree/main/checks`,
      {
        code: 'scorecards.proposal-target-invalid',
      },
    )
  const repo = names[names.length - 1]!
  const owner = names.slice(0, -1).join('/')
  const isBitbucket = url.host === 'bitbucket.org'
  const repository = { host: url.host, repo, owner, ...(isBitbucket && { workspace: owner }) }
  return { repository, branch, path: parts.slice(at + 2 + skipped).join('/') }
}

export interface Proposal {
  readonly target: string
  readonly fileName: string
  readonly text: string
  readonly title: string
  readonly message?: string | undefined
}

/** Proposes a file as a pull request, and answers with its address. */
export async function proposeFile(
  { repositories }: Pick<Integrations, 'repositories'>,
  { target, fileName, text, title, message }: Proposal,
): Promise<string> {
  const { repository, branch, path } = placeOf(target)
  const file = /\.ya?ml$/.test(path) ? path : [path, fileName].filter(Boolean).join('/')
  const source = `scorecards-${fileName.replace(/\.yaml$/, '')}-${randomBytes(3).toString('hex')}`
  await repositories.createBranch(repository, { name: source, from: branch })
  await repositories.commit(repository, { branch: source, message: title, changes: [{ path: file, bytes: Buffer.from(text) }] })
  const { url } = await repositories.openChangeRequest(repository, { title, description: message, source, target: branch })
  return url
}

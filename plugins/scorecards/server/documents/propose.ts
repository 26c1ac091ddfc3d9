import { inputError } from '@portico/core/common'
import type { Integrations, RepositoryRef } from '@portico/integrations/server'
import { randomBytes } from 'node:crypto'
import { readDocuments } from './read-documents.ts'

interface Place {
  readonly repository: RepositoryRef
  readonly branch: string
  readonly path: string
}

const branchParts = ['blob', 'tree', 'edit', 'raw', 'src']

/** The repository, branch and path that an address of a host names: `https://host/owner/repo/tree/main/checks`. */
function placeOf(address: string): Place {
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

interface Proposal {
  readonly target: string
  readonly kind: string
  readonly name: string
  readonly text: string
  readonly title: string
  readonly message?: string | undefined
}

/** A file with a document in place of the one of that name, or after the others. */
function withDocument(file: string, { kind, name, text }: Pick<Proposal, 'kind' | 'name' | 'text'>): string {
  let from = 0
  for (const { document, text: own } of readDocuments(file)) {
    const at = file.indexOf(own, from)
    from = at + own.length
    if (document?.kind === kind && document.metadata.name === name)
      return `${file.slice(0, at)}${text.trim()}\n${file.slice(from).replace(/^\s+/, '')}`
  }
  return `${file.trimEnd()}\n---\n${text.trim()}\n`
}

/** Proposes a document as a pull request, and answers with its address. Other documents of its file stay. */
export async function proposeDocument(
  { repositories, reading }: Pick<Integrations, 'repositories' | 'reading'>,
  { target, kind, name, text, title, message }: Proposal,
): Promise<string> {
  const { repository, branch, path } = placeOf(target)
  const isFile = /\.ya?ml$/.test(path)
  const file = isFile ? path : [path, `${name}.yaml`].filter(Boolean).join('/')
  const read = isFile ? await (await reading()).read('url', target, {}) : undefined
  const before = read && !read.notModified ? read.files[0]?.text : undefined
  const bytes = Buffer.from(before === undefined ? text : withDocument(before, { kind, name, text }))
  const source = `scorecards-${name}-${randomBytes(3).toString('hex')}`
  await repositories.createBranch(repository, { name: source, from: branch })
  await repositories.commit(repository, { branch: source, message: title, changes: [{ path: file, bytes }] })
  const { url } = await repositories.openChangeRequest(repository, { title, description: message, source, target: branch })
  return url
}

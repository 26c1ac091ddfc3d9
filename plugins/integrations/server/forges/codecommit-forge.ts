import { hash } from 'node:crypto'
import { createAwsSigning, type AwsEntry } from '../stores/aws-signing.ts'
import { createCodeCommitApi } from './codecommit-api.ts'
import type { Forge, ForgeDependencies, ForgeTarget, KnownTarget } from './forge.ts'
import { encodePath, invalidTarget, isCommit, segmentsOf, toDate } from './paths.ts'

interface Folder {
  readonly files?: readonly { readonly absolutePath: string }[]
  readonly subFolders?: readonly { readonly absolutePath: string }[]
}

/** AWS CodeCommit: `https://region.console.aws.amazon.com/codesuite/codecommit/repositories/name/browse/refs/heads/branch/--/path`. */
export function createCodeCommitForge({ api, settings }: ForgeDependencies): Forge {
  const { host, apiBaseUrl: base = '' } = settings
  const entry = settings.entry as AwsEntry & { region: string }
  const call = createCodeCommitApi(api, base, { signing: createAwsSigning(entry), region: entry.region })
  const refOf = ({ ref }: KnownTarget) => (isCommit(ref) ? ref : `refs/heads/${ref}`)
  const origin = new URL(base).host === host ? base : `https://${host}`

  function parse(url: URL): ForgeTarget {
    const segments = segmentsOf(url)
    const at = segments.indexOf('repositories')
    const name = segments[at + 1]
    if (at === -1 || name === undefined)
      throw invalidTarget(url, `expected https://${host}/codesuite/codecommit/repositories/name/browse/refs/heads/branch/--/path`)
    const heads = segments.indexOf('heads')
    const dashes = segments.indexOf('--')
    const ref = heads === -1 ? undefined : segments.slice(heads + 1, dashes === -1 ? undefined : dashes).join('/') || undefined
    const path = dashes === -1 ? '' : segments.slice(dashes + 1).join('/')
    return { repository: name, ref, path, isFolder: path === '' || url.pathname.endsWith('/') }
  }

  async function head(target: KnownTarget, signal: AbortSignal | undefined) {
    if (isCommit(target.ref)) return { revision: target.ref }
    const { branch } = await call<{ branch: { commitId: string } }>(
      'GetBranch',
      { repositoryName: target.repository, branchName: target.ref },
      signal,
    )
    return { revision: branch.commitId }
  }

  async function below(target: KnownTarget, revision: string, folderPath: string, signal: AbortSignal | undefined): Promise<string[]> {
    const input = { repositoryName: target.repository, commitSpecifier: revision, folderPath: folderPath || '/' }
    const { files = [], subFolders = [] } = await call<Folder>('GetFolder', input, signal)
    const found = files.map(({ absolutePath }) => absolutePath)
    for (const folder of subFolders) found.push(...(await below(target, revision, folder.absolutePath, signal)))
    return found
  }

  return {
    type: 'awsCodeCommit',
    host,
    parse,
    accepts: url => url.pathname.includes('/codecommit/repositories/'),
    format: ({ repository, ref, path }) =>
      `${origin}/codesuite/codecommit/repositories/${encodeURIComponent(repository)}/browse${ref === undefined ? '' : `/refs/heads/${encodePath(ref)}`}${path === '' ? '' : `/--/${encodePath(path)}`}`,
    editUrl(url) {
      const { repository, ref, path } = parse(url)
      if (ref === undefined || isCommit(ref)) return undefined
      return `${origin}/codesuite/codecommit/repositories/${encodeURIComponent(repository)}/files/edit/refs/heads/${encodePath(ref)}/--/${encodePath(path)}`
    },
    async defaultBranch(target, { signal }) {
      const found = await call<{ repositoryMetadata: { defaultBranch?: string } }>(
        'GetRepository',
        { repositoryName: target.repository },
        signal,
      )
      return found.repositoryMetadata.defaultBranch ?? 'main'
    },
    async readFile(target, { etag, signal }) {
      const input = { repositoryName: target.repository, commitSpecifier: refOf(target), filePath: target.path }
      const { fileContent, blobId } = await call<{ fileContent: string; blobId?: string }>('GetFile', input, signal)
      const found = blobId ?? hash('sha256', fileContent)
      return found === etag ? { notModified: true } : { bytes: Buffer.from(fileContent, 'base64'), etag: found }
    },
    head: (target, { signal }) => head(target, signal),
    async lastChange(target, { signal }) {
      const { revision } = await head(target, signal)
      const { commit } = await call<{ commit: { committer?: { date?: string } } }>(
        'GetCommit',
        { repositoryName: target.repository, commitId: revision },
        signal,
      )
      // Seconds, and a zone behind them.
      return { revision, at: toDate(Number(commit.committer?.date?.split(' ')[0]) * 1000) }
    },
    paths: (target, revision, { signal }) => below(target, revision, '', signal),
  }
}

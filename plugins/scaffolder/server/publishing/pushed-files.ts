import path from 'node:path'
import { isOfGit } from '../workspace/tarball.ts'
import type { Workspace, WorkspaceFile } from '../workspace/workspace.ts'

/** The files of a workspace that a push or a pull request carries, with paths from the folder that is pushed. */
export interface PushedTree {
  readonly folder: string
  readonly files: readonly WorkspaceFile[]
  readonly read: (path: string) => Promise<Uint8Array>
}

/** Everything in a folder, without what .gitignore names. */
export async function pushedFiles(workspace: Workspace, sourcePath: string | undefined): Promise<PushedTree> {
  const source = sourceFolder(sourcePath)
  const folder = workspace.resolve(source)
  const listed = (await workspace.list(source))
    .map(file => ({ ...file, path: path.posix.relative(source === '.' ? '' : source, file.path) }))
    .filter(file => !isOfGit(file.path))
  const read = (name: string) => workspace.read(path.posix.join(source, name))
  return { folder, files: await withoutIgnored(listed, read), read }
}

async function withoutIgnored(files: readonly WorkspaceFile[], read: PushedTree['read']): Promise<readonly WorkspaceFile[]> {
  const lists = files.filter(file => path.posix.basename(file.path) === '.gitignore' && file.link === undefined)
  if (lists.length === 0) return files
  const { default: ignore } = await import('ignore')
  const rules = await Promise.all(
    lists.map(async ({ path: name }) => ({
      prefix: path.posix.dirname(name) === '.' ? '' : `${path.posix.dirname(name)}/`,
      matcher: ignore().add(Buffer.from(await read(name)).toString('utf8')),
    })),
  )
  // The list of a folder counts more than those above it.
  rules.sort((one, other) => one.prefix.length - other.prefix.length)
  return files.filter(({ path: name }) => {
    let isIgnored = false
    for (const { prefix, matcher } of rules) {
      if (!name.startsWith(prefix)) continue
      const { ignored, unignored } = matcher.test(name.slice(prefix.length))
      isIgnored = ignored || (isIgnored && !unignored)
    }
    return !isIgnored
  })
}

/** A folder of the workspace; what would lead out of it is cut. */
export function sourceFolder(given: string | undefined): string {
  return (
    path.posix
      .normalize((given ?? '.').replaceAll('\\', '/'))
      .replace(/^(\.\.(\/|$))+/, '')
      .replace(/^\/+/, '')
      .replace(/\/+$/, '') || '.'
  )
}

import fs from 'node:fs'
import path from 'node:path'
import type { Workspace, WorkspaceFile } from '../workspace/workspace.ts'

/** The files of a workspace that a push carries, with paths from the folder that is pushed. */
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
    .filter(file => !file.path.split('/').includes('.git'))
  const files = await withoutIgnored(folder, listed)
  return { folder, files, read: name => workspace.read(path.posix.join(source, name)) }
}

async function withoutIgnored(folder: string, files: readonly WorkspaceFile[]): Promise<readonly WorkspaceFile[]> {
  if (!files.some(file => path.posix.basename(file.path) === '.gitignore')) return files
  // Large, and seldom needed.
  const { isIgnored } = await import('isomorphic-git')
  const gitdir = path.join(folder, '.git')
  const kept: WorkspaceFile[] = []
  for (const file of files) if (!(await isIgnored({ fs, dir: folder, gitdir, filepath: file.path }))) kept.push(file)
  return kept
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

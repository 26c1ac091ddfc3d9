import * as git from 'isomorphic-git'
import * as fs from 'node:fs'
import path from 'node:path'
import { changeTree } from './change-tree.ts'
import { filesOfProject } from './project-files.ts'
import type { Store } from './store.ts'

const author = { name: 'Leila Osman', email: 'leila.osman@larkpost.example', timestamp: 1_759_309_200, timezoneOffset: 0 }

/** A file of a commit. */
export interface StoredFile {
  readonly path: string
  readonly oid: string
  readonly isExecutable: boolean
}

/** The repositories of the git host: those of Larkpost's projects, made when they are first asked for, and those that somebody created. */
export function createRepositories(folder: string, onMade: (store: Store, name: string) => Promise<void>) {
  const opening = new Map<string, Promise<Store | undefined>>()
  const gitdirOf = (name: string) => path.join(folder, `${name}.git`)

  async function make(name: string): Promise<Store> {
    const store = { fs, gitdir: gitdirOf(name) }
    fs.mkdirSync(store.gitdir, { recursive: true })
    await git.init({ ...store, bare: true, defaultBranch: 'main' })
    return store
  }

  async function find(name: string): Promise<Store | undefined> {
    if (fs.existsSync(path.join(gitdirOf(name), 'HEAD'))) return { fs, gitdir: gitdirOf(name) }
    const files = filesOfProject(name)
    if (!files) return undefined
    const store = await make(name)
    const changes = new Map<string, { mode: string; oid: string }>()
    for (const [file, blob] of files) changes.set(file, { mode: '100644', oid: await git.writeBlob({ ...store, blob }) })
    const tree = await changeTree(store, undefined, changes)
    const message = 'Bring what the catalog knows\n'
    const oid = await git.writeCommit({ ...store, commit: { message, tree, parent: [], author, committer: author } })
    await git.writeRef({ ...store, ref: 'refs/heads/main', value: oid, force: true })
    await onMade(store, name)
    return store
  }

  return {
    /** Undefined where there is none of that name. */
    open(name: string): Promise<Store | undefined> {
      if (!/^[a-z0-9][\w.-]{0,99}$/i.test(name)) return Promise.resolve(undefined)
      const known = opening.get(name)
      if (known) return known
      const found = find(name).finally(() => opening.delete(name))
      opening.set(name, found)
      return found
    },
    create: make,
    /** Those of Larkpost's projects are made anew when they are asked for. */
    remove: (name: string) => fs.rmSync(gitdirOf(name), { recursive: true, force: true }),
  }
}

export type Repositories = ReturnType<typeof createRepositories>

/** The commit that a branch or a hash names. */
export async function resolveCommit(store: Store, ref: string): Promise<{ oid: string; commit: git.CommitObject } | undefined> {
  try {
    const oid = /^[0-9a-f]{40}$/.test(ref)
      ? ref
      : await git.resolveRef({ ...store, ref: ref === 'HEAD' ? 'refs/heads/main' : `refs/heads/${ref}` })
    return await git.readCommit({ ...store, oid })
  } catch {
    return undefined
  }
}

/** All files of a tree. */
export async function listFiles(store: Store, oid: string, below = ''): Promise<StoredFile[]> {
  const { tree } = await git.readTree({ ...store, oid })
  const found: StoredFile[] = []
  for (const entry of tree) {
    if (entry.type === 'tree') found.push(...(await listFiles(store, entry.oid, `${below}${entry.path}/`)))
    else if (entry.type === 'blob') found.push({ path: `${below}${entry.path}`, oid: entry.oid, isExecutable: entry.mode === '100755' })
  }
  return found
}

export async function readBlob(store: Store, oid: string): Promise<Buffer> {
  return Buffer.from((await git.readBlob({ ...store, oid })).blob)
}

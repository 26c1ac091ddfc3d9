import * as git from 'isomorphic-git'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { readData } from '../read-data.ts'
import { changeTree } from './change-tree.ts'
import { resolveCommit } from './repositories.ts'
import type { Store } from './store.ts'

/** A pull request of a repository. */
export interface Pull {
  readonly number: number
  readonly title: string
  readonly body: string
  readonly author: string
  readonly source: string
  readonly target: string
  readonly state: 'open' | 'closed'
}

interface WaitingPull {
  readonly title: string
  readonly author: string
  readonly branch: string
  readonly body: string
  readonly path: string
  readonly text: string
}

const fileOf = ({ gitdir }: Store) => path.join(gitdir, 'pulls.json')

export function listPulls(store: Store): Pull[] {
  return existsSync(fileOf(store)) ? (JSON.parse(readFileSync(fileOf(store), 'utf8')) as Pull[]) : []
}

export function addPull(store: Store, pull: Omit<Pull, 'number' | 'state'>): Pull {
  const all = listPulls(store)
  const made: Pull = { ...pull, number: all.length + 1, state: 'open' }
  writeFileSync(fileOf(store), JSON.stringify([...all, made]))
  return made
}

export function setPullState(store: Store, number: number, state: Pull['state']): void {
  writeFileSync(fileOf(store), JSON.stringify(listPulls(store).map(each => (each.number === number ? { ...each, state } : each))))
}

/** Opens those that wait in the repository of a project. */
export async function addWaitingPulls(store: Store, project: string): Promise<void> {
  const waiting = readData<Readonly<Record<string, readonly WaitingPull[]>>>('pulls.yaml')
  for (const { title, author: name, branch, body, path: file, text } of (Object.hasOwn(waiting, project) && waiting[project]) || []) {
    const main = await resolveCommit(store, 'main')
    if (!main) return
    const person = { ...main.commit.author, name, email: 'engineering@larkpost.example' }
    const tree = await changeTree(
      store,
      main.commit.tree,
      new Map([[file, { mode: '100644', oid: await git.writeBlob({ ...store, blob: Buffer.from(text) }) }]]),
    )
    const commit = { message: `${title}\n\n${body}\n`, tree, parent: [main.oid], author: person, committer: person }
    const oid = await git.writeCommit({ ...store, commit })
    await git.writeRef({ ...store, ref: `refs/heads/${branch}`, value: oid, force: true })
    addPull(store, { title, body, author: name, source: branch, target: 'main' })
  }
}

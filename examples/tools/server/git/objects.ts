import * as git from 'isomorphic-git'
import type { Store } from './store.ts'

/** Adds every object that a commit leads to, with its history. */
export async function listTree(store: Store, commit: string, found: Set<string>): Promise<void> {
  const open = [commit]
  for (let oid = open.pop(); oid !== undefined; oid = open.pop()) {
    if (found.has(oid)) continue
    found.add(oid)
    const read = await git.readCommit({ ...store, oid })
    open.push(...read.commit.parent)
    await addTree(store, read.commit.tree, found)
  }
}

async function addTree(store: Store, oid: string, found: Set<string>): Promise<void> {
  if (found.has(oid)) return
  found.add(oid)
  for (const entry of (await git.readTree({ ...store, oid })).tree) {
    if (entry.type === 'tree') await addTree(store, entry.oid, found)
    else if (entry.type === 'blob') found.add(entry.oid)
  }
}

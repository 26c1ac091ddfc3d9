import type { FileUpgrade } from '@portico/scaffolder/common'
import type { TextMerge } from '../rendering/merge-text.ts'
import type { KnownFile, KnownTree, WholeFile, WholeTree } from './file-tree.ts'

/** One path that the template changed, and what becomes of it in the repository. */
export interface MergedFile extends Pick<FileUpgrade, 'path' | 'change' | 'outcome' | 'reason'> {
  /** What the repository gets: bytes, or undefined for a file that goes. Only for `taken`, `merged` and conflicts with markers. */
  readonly write?: { readonly bytes: Uint8Array | undefined; readonly isExecutable: boolean } | undefined
}

export interface Trees {
  /** What the template made, as it was published. */
  readonly base: KnownTree
  /** What the template makes now. */
  readonly theirs: WholeTree
  /** What is in the repository. */
  readonly ours: WholeTree
}

type MergeText = (texts: { readonly base: string; readonly ours: string; readonly theirs: string }) => Promise<TextMerge | undefined>

/** Carries over to a repository what changed in its template. Whatever the repository changed itself stays, or is a conflict. */
export async function mergeTrees(trees: Trees, mergeText: MergeText): Promise<MergedFile[]> {
  const moves = movesOf(trees)
  const merged: MergedFile[] = []
  for (const path of [...new Set([...trees.base.keys(), ...trees.theirs.keys()])].sort()) {
    const [base, theirs, ours] = [trees.base.get(path), trees.theirs.get(path), trees.ours.get(path)]
    if (base?.isSecret) {
      if (theirs) merged.push({ path, change: 'changed', outcome: 'skipped', reason: 'secret' })
      continue
    }
    if (isSame(base, theirs)) continue
    const change = !base ? 'added' : theirs ? 'changed' : 'removed'
    const from = moves.get(path)
    const moved = from === undefined ? undefined : trees.ours.get(from)
    // A file that the template moved takes along what the repository has made of it.
    if (theirs && !ours && moved && from !== undefined && !isSame(trees.base.get(from), moved))
      merged.push({ path, change, outcome: 'merged', write: { bytes: moved.bytes, isExecutable: moved.isExecutable ?? false } })
    else if (change === 'removed' && [...moves.values()].includes(path))
      merged.push(ours ? { path, change, outcome: 'taken', write: gone } : { path, change, outcome: 'same' })
    else merged.push({ path, change, ...(await mergeFile({ base, theirs, ours }, mergeText)) })
  }
  return merged
}

const gone = { bytes: undefined, isExecutable: false }

interface Versions {
  readonly base: KnownFile | undefined
  readonly theirs: WholeFile | undefined
  readonly ours: WholeFile | undefined
}

/** The usual cases of a three-way merge. */
async function mergeFile({ base, theirs, ours }: Versions, mergeText: MergeText): Promise<Omit<MergedFile, 'path' | 'change'>> {
  if (isSame(ours, theirs)) return { outcome: 'same' }
  if (isSame(ours, base)) return { outcome: 'taken', write: theirs ? toWrite(theirs.bytes, base, theirs, ours) : gone }
  if (!theirs) return { outcome: 'conflict', reason: 'removed-in-template' }
  if (!ours) return { outcome: 'conflict', reason: 'removed-in-repository' }
  if (ours.text === undefined || theirs.text === undefined || (base && base.text === undefined))
    return { outcome: 'conflict', reason: 'not-text' }
  const merged = await mergeText({ base: base?.text ?? '', ours: ours.text, theirs: theirs.text })
  if (!merged) return { outcome: 'conflict', reason: 'too-large' }
  const { text, hasConflict } = merged
  const write = toWrite(Buffer.from(text), base, theirs, ours)
  return hasConflict ? { outcome: 'conflict', reason: base ? 'both-changed' : 'both-added', write } : { outcome: 'merged', write }
}

function toWrite(bytes: Uint8Array, base: KnownFile | undefined, theirs: WholeFile, ours: WholeFile | undefined) {
  const isChanged = base?.isExecutable !== theirs.isExecutable
  return { bytes, isExecutable: (isChanged ? theirs.isExecutable : (ours?.isExecutable ?? theirs.isExecutable)) ?? false }
}

/** Not every source tells whether a file is executable. */
function isSame(one: KnownFile | undefined, other: KnownFile | undefined): boolean {
  if (!one || !other) return one === other
  const isMode = one.isExecutable === undefined || other.isExecutable === undefined || one.isExecutable === other.isExecutable
  return one.digest === other.digest && isMode
}

/** Files that the template moved without a change: from where, by their new path. */
function movesOf({ base, theirs }: Trees): Map<string, string> {
  const removed = new Map([...base].flatMap(([path, file]) => (!theirs.has(path) && !file.isSecret ? [[file.digest, path] as const] : [])))
  const moves = new Map<string, string>()
  for (const [path, { digest }] of theirs) {
    const from = removed.get(digest)
    if (base.has(path) || from === undefined) continue
    moves.set(path, from)
    removed.delete(digest)
  }
  return moves
}

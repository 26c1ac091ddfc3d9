import { rmSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fingerprint, packWorkspace, unpackWorkspace } from '../workspace/archive.ts'
import { createWorkspace } from '../workspace/workspace.ts'
import type { WorkspaceStore } from './workspace-store.ts'

export interface TaskWorkspacesDependencies {
  readonly store: WorkspaceStore
  readonly folder?: string | undefined
  readonly maxBytes: number
  /** Whether the files are kept in the database between steps. */
  readonly isKept: boolean
}

/** The folders in which tasks run on this server, and their copies in the database. */
export function createTaskWorkspaces({ store, folder = tmpdir(), maxBytes, isKept }: TaskWorkspacesDependencies) {
  const open = new Set<string>()
  return {
    isKept,
    /** A folder of its own for each time a task is taken up: a server that has lost a task must not write into that of another. */
    async open(taskId: string, mayBeStored = true) {
      await mkdir(folder, { recursive: true })
      const place = await mkdtemp(path.join(folder, `portico-task-${taskId.slice(0, 8)}-`))
      open.add(place)
      const close = async () => {
        open.delete(place)
        await rm(place, { recursive: true, force: true })
      }
      const workspace = createWorkspace(place)
      const archive = isKept && mayBeStored ? await store.load(taskId) : undefined
      let isStored = archive !== undefined
      try {
        if (archive) await unpackWorkspace(workspace, archive, maxBytes)
      } catch (error) {
        await close()
        throw error
      }
      let known = fingerprint(await workspace.list())
      return {
        workspace,
        wasRestored: archive !== undefined,
        /** Whether there may be a copy in the database. */
        isStored: () => isStored,
        /** What must be stored, where something has changed; 'too-large' when it cannot be. */
        async changed(): Promise<Buffer | 'too-large' | undefined> {
          if (!isKept) return undefined
          const files = await workspace.list()
          const now = fingerprint(files)
          if (now === known) return undefined
          const packed = await packWorkspace(workspace, files, maxBytes)
          known = now
          isStored = true
          return packed ?? 'too-large'
        },
        close,
      }
    },
    /** For a server that ends. */
    closeAll(): void {
      for (const place of open) rmSync(place, { recursive: true, force: true })
    },
  }
}

export type TaskWorkspaces = ReturnType<typeof createTaskWorkspaces>
export type OpenWorkspace = Awaited<ReturnType<TaskWorkspaces['open']>>

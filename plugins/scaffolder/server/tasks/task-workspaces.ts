import { tmpdir } from 'node:os'
import { fingerprint, packWorkspace, unpackWorkspace } from '../workspace/archive.ts'
import { openWorkFolder, removeLeftFolders, type WorkFolder } from '../workspace/work-folders.ts'
import { createWorkspace, type WorkspaceFile } from '../workspace/workspace.ts'
import type { Redactor } from '../running/redactor.ts'
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
  const open = new Set<WorkFolder>()
  return {
    isKept,
    /** A folder of its own for each time a task is taken up: a server that has lost a task must not write into that of another. */
    async open(taskId: string, mayBeStored = true) {
      const made = await openWorkFolder('task', folder)
      open.add(made)
      const close = async () => {
        open.delete(made)
        await made.close()
      }
      const workspace = createWorkspace(made.place)
      const archive = isKept && mayBeStored ? await store.load(taskId) : undefined
      let isStored = archive !== undefined
      try {
        if (archive) await unpackWorkspace(workspace, archive, maxBytes)
      } catch (error) {
        await close()
        throw error
      }
      let known = stampOf(await workspace.list(), [])
      return {
        workspace,
        wasRestored: archive !== undefined,
        /** Whether there may be a copy in the database. */
        isStored: () => isStored,
        /** What must be stored, where something has changed; 'too-large' when it cannot be. */
        async changed(redactor: Pick<Redactor, 'list' | 'has'>): Promise<Buffer | 'too-large' | undefined> {
          if (!isKept) return undefined
          const files = await workspace.list()
          const now = stampOf(files, redactor.list())
          if (now === known) return undefined
          const packed = await packWorkspace(workspace, files, { maxBytes, isSecret: redactor.has })
          known = now
          isStored = true
          return packed ?? 'too-large'
        },
        close,
      }
    },
    /** Removes what servers of this host have left that were killed; dry runs and programs are in the system folder. */
    async removeLeft(): Promise<void> {
      for (const each of new Set([folder, tmpdir()])) await removeLeftFolders(each)
    },
    /** For a server that ends. */
    closeAll(): void {
      for (const made of open) made.closeNow()
    },
  }
}

/** Changes with the files, and with what must be hidden in them. */
function stampOf(files: readonly WorkspaceFile[], hidden: readonly string[]): string {
  return files.length === 0 ? '' : `${hidden.length} ${fingerprint(files)}`
}

export type TaskWorkspaces = ReturnType<typeof createTaskWorkspaces>
export type OpenWorkspace = Awaited<ReturnType<TaskWorkspaces['open']>>

import type { Principal } from '@portico/core/server'
import { archiveNameOf, type Task, type TaskFiles } from '@portico/scaffolder/common'
import type { Readable } from 'node:stream'
import type { ScaffolderSection } from '../config.ts'
import { filesNotKept } from '../errors.ts'
import { isOfGit, isShown, listArchive, toTarball } from '../workspace/tarball.ts'
import type { WorkspaceStore } from './workspace-store.ts'

export interface TaskFilesDependencies {
  /** A task, for those who may read it. */
  readonly visible: (caller: Principal, id: string) => Promise<Task>
  readonly workspaces: Pick<WorkspaceStore, 'load'>
  readonly settings: () => Pick<ScaffolderSection, 'workspaceRetention' | 'taskRecovery'>
}

/** The files that a run has made, for whoever may read the run. What holds a secret is left out. */
export function createTaskFiles({ visible, workspaces, settings }: TaskFilesDependencies) {
  return {
    async list(caller: Principal, id: string): Promise<TaskFiles> {
      const { endedAt } = await visible(caller, id)
      const archive = await workspaces.load(id)
      const all = archive ? (await listArchive(archive)).filter(({ path }) => !isOfGit(path)) : []
      const shown = all.filter(isShown)
      const keptUntil = endedAt === undefined ? undefined : new Date(Date.parse(endedAt) + settings().workspaceRetention)
      return {
        files: shown.map(({ path, size }) => ({ path, size })),
        leftOut: all.length - shown.length,
        ...(keptUntil && { keptUntil: keptUntil.toISOString() }),
      }
    },
    async archive(caller: Principal, id: string): Promise<{ readonly name: string; readonly content: Readable }> {
      const task = await visible(caller, id)
      const archive = await workspaces.load(id)
      if (!archive || !(await listArchive(archive)).some(isShown)) throw filesNotKept(id, settings())
      const name = archiveNameOf(task)
      return { name: `${name}.tar.gz`, content: toTarball(archive, name) }
    },
  }
}

export type TaskFilesService = ReturnType<typeof createTaskFiles>

import type { Core } from '@portico/core/server'
import { openBucket, type Bucket, type BucketSettings } from '@portico/integrations/server'
import type { ScaffolderSection } from '../config.ts'
import { createEffectStore, type EffectStore } from './effect-store.ts'
import { createEventStore, type EventStore } from './event-store.ts'
import { createTaskStore, type TaskStore } from './task-store.ts'
import { createWorkspaceStore, type WorkspaceStore } from './workspace-store.ts'

/** Where tasks are kept. */
export interface TaskStores {
  readonly tasks: TaskStore
  readonly events: EventStore
  readonly effects: EffectStore
  readonly workspaces: WorkspaceStore
}

export function createTaskStores(db: Core['db'], { taskRecovery }: Pick<ScaffolderSection, 'taskRecovery'>): TaskStores {
  return {
    tasks: createTaskStore(db),
    events: createEventStore(db),
    effects: createEffectStore(db),
    workspaces: createWorkspaceStore(db, openWorkspaceBucket(taskRecovery)),
  }
}

/** Where workspaces are kept outside of the database; its settings are checked here, and it is called when a task needs it. */
function openWorkspaceBucket({ workspaceProvider, bucket }: ScaffolderSection['taskRecovery']): Bucket | undefined {
  if (workspaceProvider === 'database') return undefined
  return openBucket({ type: workspaceProvider, name: bucket?.name ?? '', entry: bucket?.settings ?? {} } as BucketSettings)
}

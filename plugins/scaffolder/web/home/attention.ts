import type { AttentionContext } from '@portico/core/web'
import type { WaitingApproval } from '@portico/notifications/web'
import { loadTitles } from '@portico/catalog/web'
import { scaffolderApi, scaffolderPaths } from '@portico/scaffolder/common'
import { scaffolderHomeMessages } from './messages.ts'

/** Runs of templates that wait for a yes of the user. */
export async function findApprovals({ client, text }: AttentionContext): Promise<readonly WaitingApproval[]> {
  const { items } = await client.call(scaffolderApi.listApprovals)
  const titleOf = await loadTitles(
    client,
    items.flatMap(({ templateRef }) => templateRef ?? []),
  )
  return items.map(({ taskId, templateRef, createdBy, waiting: { reason, since, until } }) => ({
    id: taskId,
    title: templateRef === undefined ? taskId : titleOf(templateRef),
    reason: reason === undefined ? text(scaffolderHomeMessages.waits) : text(scaffolderHomeMessages.waitsFor, { reason }),
    to: scaffolderPaths.task(taskId),
    severity: 'info' as const,
    since,
    icon: 'kind:template',
    ...(createdBy !== undefined && { askedBy: createdBy }),
    ...(until !== undefined && { until }),
  }))
}

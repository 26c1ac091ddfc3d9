import type { AttentionContext, AttentionItem } from '@portico/core/web'
import { loadTitles } from '@portico/catalog/web'
import { scaffolderApi, scaffolderPaths } from '@portico/scaffolder/common'
import { scaffolderHomeMessages } from './messages.ts'

/** Runs of templates that wait for a yes of the user. */
export async function findApprovals({ client, text }: AttentionContext): Promise<readonly AttentionItem[]> {
  const { items } = await client.call(scaffolderApi.listApprovals)
  const titleOf = await loadTitles(
    client,
    items.flatMap(({ templateRef }) => templateRef ?? []),
  )
  return items.map(({ taskId, templateRef, waiting: { reason, since, stepId } }) => ({
    id: `${taskId} ${stepId}`,
    title: templateRef === undefined ? taskId : titleOf(templateRef),
    reason: reason === undefined ? text(scaffolderHomeMessages.waits) : text(scaffolderHomeMessages.waitsFor, { reason }),
    to: scaffolderPaths.task(taskId),
    severity: 'info' as const,
    since,
    icon: 'kind:template',
  }))
}

import { parseEntityRef } from '@portico/catalog/common'
import { presentEntity } from '@portico/catalog/web'
import { EmptyWidget, Link, NamedIcon, query, RequestErrorPanel, useIdentity, useQuery, useRouteRef, useText } from '@portico/core/web'
import { WidgetList, WidgetRow } from '@portico/home/web'
import { scaffolderApi, type Task } from '@portico/scaffolder/common'
import { SkeletonRows, useNumber } from '@portico/ui'
import { rootRoute, selectedTemplateRoute } from '../routes.ts'
import { scaffolderHomeMessages } from './messages.ts'

const maxTasks = 100
const maxShown = 20

/** The templates that the user has run, the last one first. */
export function TemplatesWidget() {
  const text = useText()
  const number = useNumber()
  const { userEntityRef } = useIdentity()
  const toTemplate = useRouteRef(selectedTemplateRoute)
  const toList = useRouteRef(rootRoute)
  const { data, error, refetch } = useQuery(
    query(scaffolderApi.listTasks, { query: { createdBy: [userEntityRef], limit: String(maxTasks) } }),
  )
  if (error) return <RequestErrorPanel error={error} title={text(scaffolderHomeMessages.templatesFailed)} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={5} />
  const used = usedTemplates(data.tasks)
  if (used.length === 0) {
    return (
      <EmptyWidget
        title={text(scaffolderHomeMessages.noTemplates)}
        action={<Link to={toList()}>{text(scaffolderHomeMessages.chooseTemplate)}</Link>}
      >
        {text(scaffolderHomeMessages.noTemplatesText)}
      </EmptyWidget>
    )
  }
  return (
    <WidgetList>
      {used.slice(0, maxShown).map(({ templateRef, title, runs }) => {
        const { namespace, name } = parseEntityRef(templateRef)
        return (
          <WidgetRow
            key={templateRef}
            to={toTemplate({ namespace, templateName: name })}
            icon={<NamedIcon name="kind:template" size={16} />}
            detail={text(scaffolderHomeMessages.runs, { count: number(runs) })}
          >
            {title ?? presentEntity(templateRef, { defaultKind: 'template' }).primaryTitle}
          </WidgetRow>
        )
      })}
    </WidgetList>
  )
}

interface UsedTemplate {
  readonly templateRef: string
  /** As it was called when it was last run. */
  readonly title: string | undefined
  readonly runs: number
}

/** The templates of some runs, in the order of their last run. Runs without a template, such as dry runs, are left out. */
function usedTemplates(tasks: readonly Pick<Task, 'spec'>[]): UsedTemplate[] {
  const found = new Map<string, UsedTemplate>()
  for (const { spec } of tasks) {
    const { entityRef, entity } = spec.templateInfo ?? {}
    if (entityRef === undefined || !/^template:[^/]+\/.+$/i.test(entityRef)) continue
    const before = found.get(entityRef)
    const title = entity?.metadata['title']
    found.set(entityRef, {
      templateRef: entityRef,
      title: before ? before.title : typeof title === 'string' ? title : undefined,
      runs: (before?.runs ?? 0) + 1,
    })
  }
  return [...found.values()]
}

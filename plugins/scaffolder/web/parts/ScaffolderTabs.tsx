import { scaffolderPaths, templateManagementPermission } from '@portico/scaffolder/common'
import { usePermission, useRouteRef, useText } from '@portico/core/web'
import { LinkTabs } from '@portico/ui'
import { runningMessages } from '../running/messages.ts'
import { rootRoute } from '../routes.ts'
import { pageMessages } from './page-messages.ts'

export type ScaffolderTab = 'templates' | 'tasks' | 'actions' | 'extensions' | 'editor'

/** The pages about templates, as tabs of a page header. */
export function ScaffolderTabs({ selected }: { readonly selected: ScaffolderTab }) {
  const text = useText()
  const toList = useRouteRef(rootRoute)
  const mayEdit = usePermission({ permission: templateManagementPermission })
  const tabs = [
    { id: 'templates', to: toList(), title: text(runningMessages.templates) },
    { id: 'tasks', to: scaffolderPaths.tasks(), title: text(pageMessages.tasks) },
    { id: 'actions', to: scaffolderPaths.actions(), title: text(runningMessages.actions) },
    { id: 'extensions', to: scaffolderPaths.extensions(), title: text(runningMessages.extensions) },
    ...(mayEdit.allowed ? [{ id: 'editor', to: scaffolderPaths.editorIntro(), title: text(runningMessages.editor) }] : []),
  ]
  return <LinkTabs label={text(runningMessages.tabs)} tabs={tabs} selected={tabs.findIndex(({ id }) => id === selected)} />
}

import { locationCreatePermission, type Entity } from '@portico/catalog/common'
import { Link, RequestErrorPanel, usePermission, useRouteRef, useText } from '@portico/core/web'
import { taskCreatePermission } from '@portico/scaffolder/common'
import { Button, Content, EmptyState, Page, PageHeader, SegmentedControl, SkeletonRows, useNumber, WarningPanel } from '@portico/ui'
import IconFileImport from '@tabler/icons-react/dist/esm/icons/IconFileImport.mjs'
import IconTemplate from '@tabler/icons-react/dist/esm/icons/IconTemplate.mjs'
import { matchesFilters } from '../list/template-filters.ts'
import { TemplateFilterPanel } from '../list/TemplateFilterPanel.tsx'
import { TemplateGroups } from '../list/TemplateGroups.tsx'
import { maxTemplates, useListState, useTemplates, type ListState } from '../list/use-template-list.ts'
import { scaffolderMessages } from '../messages.ts'
import { ScaffolderTabs } from '../parts/ScaffolderTabs.tsx'
import { registerComponentRoute } from '../routes.ts'
import styles from './TemplateListPage.module.css'

/** Every template, to choose one. */
export default function TemplateListPage() {
  const text = useText()
  const number = useNumber()
  const state = useListState()
  const { all, templates, total, error, retry } = useTemplates(state.list)
  return (
    <Page>
      <PageHeader
        title={text(scaffolderMessages.title)}
        subtitle={text(scaffolderMessages.subtitle)}
        actions={<RegisterExisting />}
        tabs={<ScaffolderTabs selected="templates" />}
      />
      <Content>
        <div className={styles.page}>
          <MayNotCreate />
          <Choices state={state} />
          {all && all.length > 0 && <TemplateFilterPanel state={state} templates={all} />}
          {error && !templates ? (
            <RequestErrorPanel error={error} title={text(scaffolderMessages.failed)} onRetry={retry} />
          ) : !templates ? (
            <SkeletonRows rows={6} />
          ) : (
            <Found state={state} templates={templates} />
          )}
          {total > maxTemplates && <p className={styles.more}>{text(scaffolderMessages.more, { count: number(maxTemplates) })}</p>}
        </div>
      </Content>
    </Page>
  )
}

/** Leads to where existing components are registered, for those who may, and where there is such a page. */
function RegisterExisting() {
  const text = useText()
  const toPage = useRouteRef(registerComponentRoute)
  const { allowed } = usePermission({ permission: locationCreatePermission })
  if (!toPage || !allowed) return undefined
  return (
    <Button component={Link} to={toPage()} plain variant="default" size="xs" leftSection={<IconFileImport size={16} aria-hidden />}>
      {text(scaffolderMessages.register)}
    </Button>
  )
}

function MayNotCreate() {
  const text = useText()
  const { loading, allowed } = usePermission({ permission: taskCreatePermission })
  if (loading || allowed) return undefined
  return <WarningPanel severity="info" title={text(scaffolderMessages.mayNotCreate, { permission: taskCreatePermission.name })} />
}

function Choices({ state }: { readonly state: ListState }) {
  const text = useText()
  return (
    <div className={styles.bar}>
      <SegmentedControl
        label={text(scaffolderMessages.list)}
        labelHidden
        segments={[
          { value: 'all', label: text(scaffolderMessages.all) },
          { value: 'favourites', label: text(scaffolderMessages.favourites) },
          { value: 'recent', label: text(scaffolderMessages.recent) },
        ]}
        value={state.list}
        onChange={state.setList}
      />
      <SegmentedControl
        label={text(scaffolderMessages.view)}
        labelHidden
        segments={[
          { value: 'cards', label: text(scaffolderMessages.cards) },
          { value: 'table', label: text(scaffolderMessages.table) },
        ]}
        value={state.look}
        onChange={state.setLook}
      />
    </div>
  )
}

function Found({ state, templates }: { readonly state: ListState; readonly templates: readonly Entity[] }) {
  const { allowed } = usePermission({ permission: taskCreatePermission })
  const found = templates.filter(entity => matchesFilters(entity, state.filters))
  if (found.length === 0) return <Nothing state={state} isFiltered={templates.length > 0} />
  return <TemplateGroups templates={found} look={state.look} canCreate={allowed} />
}

function Nothing({ state, isFiltered }: { readonly state: ListState; readonly isFiltered: boolean }) {
  const text = useText()
  const [title, hint] = isFiltered
    ? [scaffolderMessages.noneFound, scaffolderMessages.noneFoundHint]
    : {
        all: [scaffolderMessages.none, scaffolderMessages.noneHint],
        favourites: [scaffolderMessages.noneStarred, scaffolderMessages.noneStarredHint],
        recent: [scaffolderMessages.noneRecent, scaffolderMessages.noneRecentHint],
      }[state.list]
  return (
    <EmptyState
      icon={<IconTemplate size={32} />}
      title={text(title)}
      action={
        isFiltered && (
          <Button variant="default" onClick={state.clear}>
            {text(scaffolderMessages.clearFilters)}
          </Button>
        )
      }
    >
      {text(hint)}
    </EmptyState>
  )
}

import { unknownExtensions } from '@portico/core/common'
import {
  extensionsApiRef,
  query,
  RequestErrorPanel,
  SlotItems,
  useApi,
  usePermission,
  useQuery,
  useTabbedRoutes,
  useText,
} from '@portico/core/web'
import { devtoolsApi, managePluginsPermission, readPerformancePermission, type ProblemReport, type System } from '@portico/devtools/common'
import { Content, DataTable, InfoCard, Page, PageHeader, RelativeTime, SkeletonRows, Stack, Status, StructuredMetadata } from '@portico/ui'
import { devtoolsMessages } from '../messages.ts'
import { performanceMessages } from '../performance/messages.ts'
import { PerformanceTab } from '../performance/PerformanceTab.tsx'
import { Columns } from '../parts/Columns.tsx'
import { InstallCard } from '../parts/InstallCard.tsx'
import { PluginTable } from '../parts/PluginTable.tsx'
import { TaskCard } from '../parts/TaskCard.tsx'
import { systemCards } from '../slots.ts'
import styles from './SystemPage.module.css'

/** The state of the server: its plugins, its config, its scheduled work, and how fast it is. */
export default function SystemPage() {
  const text = useText()
  const { allowed } = usePermission({ permission: readPerformancePermission })
  const overview = { path: '/', title: devtoolsMessages.overview, children: <SystemFacts /> }
  const performance = { path: '/performance', title: performanceMessages.performance, children: <PerformanceTab /> }
  const { tabs, content } = useTabbedRoutes({ label: devtoolsMessages.system, routes: allowed ? [overview, performance] : [overview] })
  return (
    <Page>
      <PageHeader title={text(devtoolsMessages.system)} subtitle={text(devtoolsMessages.subtitle)} tabs={tabs} />
      <Content>{content}</Content>
    </Page>
  )
}

function SystemFacts() {
  const text = useText()
  const { data: system, error, refetch } = useQuery(query(devtoolsApi.getSystem))
  const { allowed: mayManage } = usePermission({ permission: managePluginsPermission })
  if (error) return <RequestErrorPanel error={error} title={text(devtoolsMessages.loadFailed)} onRetry={() => void refetch()} />
  return (
    <Columns>
      <Stack>
        {system && <OffCard plugins={system.plugins} />}
        <InfoCard title={text(devtoolsMessages.plugins)} flush>
          {system ? <PluginTable plugins={system.plugins} {...(mayManage && { changes: system })} /> : <SkeletonRows rows={5} />}
        </InfoCard>
        <ProblemCard />
        <TaskCard />
        <SlotItems slot={systemCards}>{({ View }) => <View />}</SlotItems>
      </Stack>
      <Stack>
        <InfoCard title={text(devtoolsMessages.server)}>{system ? <ServerFacts system={system} /> : <SkeletonRows />}</InfoCard>
        {mayManage && <InstallCard />}
        <InfoCard title={text(devtoolsMessages.configWarnings)}>
          {system ? <ConfigWarnings warnings={system.configWarnings} /> : <SkeletonRows rows={2} />}
        </InfoCard>
        <InfoCard title={text(devtoolsMessages.configChanges)}>
          {system ? <ConfigChanges {...system.configChanges} /> : <SkeletonRows rows={2} />}
        </InfoCard>
      </Stack>
    </Columns>
  )
}

/** Why plugins do not run, or run in another version than they should. Empty where all is well. */
function OffCard({ plugins }: Pick<System, 'plugins'>) {
  const text = useText()
  const off = plugins.flatMap(({ id, error, problem = error }) => (problem === undefined ? [] : [{ id, problem }]))
  if (off.length === 0) return undefined
  return (
    <InfoCard title={text(devtoolsMessages.pluginsOff)} flush>
      <DataTable
        label={text(devtoolsMessages.pluginsOff)}
        rows={off}
        rowKey={({ id }) => id}
        columns={[
          { title: text(devtoolsMessages.plugin), cell: ({ id }) => id },
          { title: text(devtoolsMessages.cause), grow: true, cell: ({ problem }) => <span className={styles.reason}>{problem}</span> },
        ]}
      />
    </InfoCard>
  )
}

function ServerFacts({ system }: { system: System }) {
  const text = useText()
  return (
    <StructuredMetadata
      facts={{
        [text(devtoolsMessages.version)]: system.version,
        ...(system.updates && { [text(devtoolsMessages.updates)]: <Updates {...system.updates} /> }),
        [text(devtoolsMessages.started)]: <RelativeTime at={system.startedAt} />,
        [text(devtoolsMessages.instance)]: system.instanceId,
      }}
    />
  )
}

/** What is known about newer versions, and since when; else why nothing is known. */
function Updates({ askedAt, newer, failure }: NonNullable<System['updates']>) {
  const text = useText()
  if (failure !== undefined)
    return (
      <>
        {newer !== undefined && <Status kind="warning">{text(devtoolsMessages.updateKnown, { version: newer })}</Status>}
        <div className={styles.reason}>{text(devtoolsMessages.updatesFailed, { failure })}</div>
      </>
    )
  if (askedAt === undefined) return text(devtoolsMessages.updatesUnknown)
  const known = newer === undefined ? text(devtoolsMessages.noUpdate) : text(devtoolsMessages.updateKnown, { version: newer })
  return (
    <>
      <Status kind={newer === undefined ? 'ok' : 'warning'}>{known}</Status> <RelativeTime at={askedAt} />
    </>
  )
}

function ConfigWarnings({ warnings }: { warnings: readonly string[] }) {
  const text = useText()
  const { entries, ids } = useApi(extensionsApiRef)
  // The contents of slots are known only in the browser.
  const all = [...warnings, ...unknownExtensions(entries, ids)]
  if (all.length === 0) return <p className={styles.quiet}>{text(devtoolsMessages.noWarnings)}</p>
  return (
    <ul className={styles.warnings}>
      {all.map(warning => (
        <li key={warning}>{warning}</li>
      ))}
    </ul>
  )
}

function ConfigChanges({ inForce, needsRestart }: System['configChanges']) {
  const text = useText()
  if (inForce.length + needsRestart.length === 0) return <p className={styles.quiet}>{text(devtoolsMessages.noChanges)}</p>
  return (
    <StructuredMetadata
      facts={{
        [text(devtoolsMessages.needsRestart)]: needsRestart.length > 0 ? needsRestart : undefined,
        [text(devtoolsMessages.inForce)]: inForce.length > 0 ? inForce : undefined,
      }}
    />
  )
}

/** What plugins report as not working. Empty where there are no problems, or without the permission to read them. */
function ProblemCard() {
  const text = useText()
  const { data, error, refetch } = useQuery(query(devtoolsApi.listProblems))
  if (error?.name === 'NotAllowedError') return undefined
  if (error) return <RequestErrorPanel error={error} title={text(devtoolsMessages.problemsFailed)} onRetry={() => void refetch()} />
  return data?.items.map(report => <ReportCard key={`${report.plugin} ${report.title}`} report={report} />)
}

function ReportCard({ report: { plugin, title, count, items } }: { report: ProblemReport }) {
  const text = useText()
  return (
    <InfoCard title={text(devtoolsMessages.problemTitle, { plugin, title, count })} flush>
      <DataTable
        label={title}
        rows={items}
        rowKey={({ subject }) => subject}
        columns={[
          { title: text(devtoolsMessages.subject), cell: ({ subject }) => subject },
          { title: text(devtoolsMessages.cause), cell: ({ message }) => message },
        ]}
      />
    </InfoCard>
  )
}

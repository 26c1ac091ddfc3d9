import { useText } from '@portico/core/web'
import type { PluginOrigin, PluginProcess, PluginState } from '@portico/devtools/common'
import { DataTable, Status, useBytes, type StatusKind } from '@portico/ui'
import { devtoolsMessages } from '../messages.ts'
import { PluginActions, type PluginChanges } from './PluginActions.tsx'
import styles from './PluginTable.module.css'

const looks = {
  starting: { kind: 'pending', message: devtoolsMessages.starting },
  started: { kind: 'ok', message: devtoolsMessages.running },
  failed: { kind: 'error', message: devtoolsMessages.failed },
  stopped: { kind: 'aborted', message: devtoolsMessages.stopped },
  off: { kind: 'aborted', message: devtoolsMessages.off },
} as const satisfies Record<PluginState['state'], { kind: StatusKind; message: unknown }>

/** The plugins of the server and their states. `changes`: what the user may change of them. */
export function PluginTable({ plugins, changes }: { plugins: readonly PluginState[]; changes?: PluginChanges }) {
  const text = useText()
  const hasActions = changes !== undefined && [...changes.waitingPlugins, ...changes.switchablePlugins].length > 0
  return (
    <div className={styles.frame}>
      <DataTable
        label={text(devtoolsMessages.plugins)}
        rows={inOrderOfInterest(plugins)}
        rowKey={plugin => plugin.id}
        columns={[
          { title: text(devtoolsMessages.plugin), cell: plugin => <PluginName plugin={plugin} /> },
          { title: text(devtoolsMessages.state), cell: plugin => <PluginStatus plugin={plugin} /> },
          { title: text(devtoolsMessages.uses), cell: plugin => <Names of={plugin.uses} /> },
          { title: text(devtoolsMessages.provides), cell: plugin => <Names of={plugin.provides} /> },
          {
            title: text(devtoolsMessages.setup),
            align: 'end',
            cell: plugin => (plugin.setupMs === 0 ? '–' : text(devtoolsMessages.setupMs, { ms: Math.round(plugin.setupMs) })),
          },
        ]}
        {...(hasActions && { actions: (plugin: PluginState) => <PluginActions plugin={plugin} changes={changes} /> })}
      />
    </div>
  )
}

/** First those that do not run and those from outside: there are few of them, and they are what people look for. */
function inOrderOfInterest(plugins: readonly PluginState[]): PluginState[] {
  const isInteresting = ({ state, origin }: PluginState) => origin !== undefined || !['started', 'starting'].includes(state)
  return [...plugins.filter(isInteresting), ...plugins.filter(plugin => !isInteresting(plugin))]
}

/** Ours have a name; others say where they come from and what they add. */
function PluginName({ plugin }: { plugin: PluginState }) {
  if (plugin.origin) return <OutsideName plugin={plugin} origin={plugin.origin} />
  return (
    <div>
      {plugin.id}
      <Reason plugin={plugin} />
    </div>
  )
}

/** Why one is off that nobody has to mend. */
function Reason({ plugin: { reason } }: { plugin: PluginState }) {
  return reason !== undefined && <div className={styles.note}>{reason}</div>
}

function OutsideName({ plugin, origin }: { plugin: PluginState; origin: PluginOrigin }) {
  const text = useText()
  const { package: name, version, source, api, digest } = origin
  const adds = useAdditions(origin)
  return (
    <div>
      {plugin.id}
      <Reason plugin={plugin} />
      <div className={styles.note} title={`sha512 ${digest}`}>
        {text(devtoolsMessages.origin, { package: name, version, source: text(sources[source]), api, digest: digest.slice(0, 12) })}
      </div>
      {adds.length > 0 && <div className={styles.note}>{adds.join('; ')}</div>}
      {plugin.process && <ProcessLine process={plugin.process} />}
      {plugin.database && 'problem' in plugin.database && (
        <div className={styles.note}>
          {text(origin.isolation === 'process' ? devtoolsMessages.noDatabase : devtoolsMessages.sharedDatabase, plugin.database)}
        </div>
      )}
    </div>
  )
}

/** How the process of a plugin does, and why the one before ended. */
function ProcessLine({ process }: { process: PluginProcess }) {
  const text = useText()
  const bytes = useBytes()
  const { pid, memoryBytes = 0, maxMemoryBytes, restarts, lastReason: reason } = process
  const amounts = { memory: bytes(memoryBytes), max: bytes(maxMemoryBytes), restarts }
  return (
    <div className={styles.note}>
      {pid === undefined
        ? text(devtoolsMessages.processAway, { restarts })
        : text(devtoolsMessages.processRuns, { pid: String(pid), ...amounts })}
      {reason !== undefined && `. ${text(devtoolsMessages.processEnded, { reason })}`}
    </div>
  )
}

const sources = {
  folder: devtoolsMessages.fromFolder,
  archive: devtoolsMessages.fromArchive,
  address: devtoolsMessages.fromAddress,
  registry: devtoolsMessages.fromRegistry,
} as const satisfies Record<PluginOrigin['source'], unknown>

function useAdditions({ adds }: PluginOrigin): string[] {
  const text = useText()
  const listed = [
    [devtoolsMessages.addsRoutes, adds.routes],
    [devtoolsMessages.addsPermissions, adds.permissions],
    [devtoolsMessages.addsTables, adds.tables],
    [devtoolsMessages.addsSlots, adds.slots],
    [devtoolsMessages.callsHosts, adds.hosts],
  ] as const
  return listed.flatMap(([message, names]) => (names.length > 0 ? [text(message, { names: names.join(', ') })] : []))
}

/** Many names take several lines rather than the room of the others. */
function Names({ of: names }: { of: readonly string[] }) {
  return <span className={styles.names}>{names.join(', ') || '–'}</span>
}

function PluginStatus({ plugin: { state, process } }: { plugin: PluginState }) {
  const text = useText()
  if (state === 'started' && process?.state === 'restarting') return <Status kind="warning">{text(devtoolsMessages.restarting)}</Status>
  const { kind, message } = looks[state]
  return <Status kind={kind}>{text(message)}</Status>
}

import { useText } from '@portico/core/web'
import type { PluginState } from '@portico/devtools/common'
import { DataTable, Status, type StatusKind } from '@portico/ui'
import { devtoolsMessages } from '../messages.ts'
import styles from './PluginTable.module.css'

const looks = {
  starting: { kind: 'pending', message: devtoolsMessages.starting },
  started: { kind: 'ok', message: devtoolsMessages.running },
  failed: { kind: 'error', message: devtoolsMessages.failed },
  stopped: { kind: 'aborted', message: devtoolsMessages.stopped },
  off: { kind: 'aborted', message: devtoolsMessages.off },
} as const satisfies Record<PluginState['state'], { kind: StatusKind; message: unknown }>

/** The plugins of the server and their states. */
export function PluginTable({ plugins }: { plugins: readonly PluginState[] }) {
  const text = useText()
  return (
    <div className={styles.frame}>
      <DataTable
        label={text(devtoolsMessages.plugins)}
        rows={plugins}
        rowKey={plugin => plugin.id}
        columns={[
          { title: text(devtoolsMessages.plugin), cell: plugin => plugin.id },
          { title: text(devtoolsMessages.state), cell: plugin => <PluginStatus plugin={plugin} /> },
          { title: text(devtoolsMessages.uses), cell: plugin => <Names of={plugin.uses} /> },
          { title: text(devtoolsMessages.provides), cell: plugin => <Names of={plugin.provides} /> },
          {
            title: text(devtoolsMessages.setup),
            align: 'end',
            cell: plugin => text(devtoolsMessages.setupMs, { ms: Math.round(plugin.setupMs) }),
          },
        ]}
      />
    </div>
  )
}

/** Many names take several lines rather than the room of the others. */
function Names({ of: names }: { of: readonly string[] }) {
  return <span className={styles.names}>{names.join(', ') || '–'}</span>
}

function PluginStatus({ plugin: { state } }: { plugin: PluginState }) {
  const text = useText()
  const { kind, message } = looks[state]
  return <Status kind={kind}>{text(message)}</Status>
}

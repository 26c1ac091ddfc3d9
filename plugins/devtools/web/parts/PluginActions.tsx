import { dialogApiRef, useApi, useCall, useText } from '@portico/core/web'
import { devtoolsApi, type PluginState, type System } from '@portico/devtools/common'
import { Button, ErrorText } from '@portico/ui'
import { devtoolsMessages } from '../messages.ts'
import styles from './PluginTable.module.css'

/** Which plugins can be changed here, and which wait for a restart. */
export type PluginChanges = Pick<System, 'switchablePlugins' | 'revertiblePlugins' | 'waitingPlugins'>

/** What an administrator does with a plugin from outside. It is in force at once. */
export function PluginActions({ plugin: { id, state }, changes }: { plugin: PluginState; changes: PluginChanges }) {
  const text = useText()
  const dialogs = useApi(dialogApiRef)
  const enable = useCall(devtoolsApi.enablePlugin)
  const rollback = useCall(devtoolsApi.rollbackPlugin)
  const error = enable.error ?? rollback.error
  if (error) return <ErrorText>{error.message}</ErrorText>
  if (changes.waitingPlugins.includes(id)) return <span className={styles.note}>{text(devtoolsMessages.needsRestart)}</span>
  if (!changes.switchablePlugins.includes(id)) return undefined
  const askRollback = () =>
    dialogs.confirm({
      title: text(devtoolsMessages.rollbackPlugin, { plugin: id }),
      message: text(devtoolsMessages.rollbackText),
      confirm: devtoolsMessages.rollback,
      run: async () => void (await rollback.mutateAsync({ params: { id } })),
    })
  return (
    <div className={styles.actions}>
      {changes.revertiblePlugins.includes(id) && (
        <Button
          size="compact-xs"
          variant="default"
          aria-label={text(devtoolsMessages.rollbackPlugin, { plugin: id })}
          onClick={() => void askRollback()}
        >
          {text(devtoolsMessages.rollback)}
        </Button>
      )}
      <Button
        size="compact-xs"
        variant="default"
        aria-label={text(state === 'off' ? devtoolsMessages.switchOnPlugin : devtoolsMessages.switchOffPlugin, { plugin: id })}
        loading={enable.isPending}
        onClick={() => enable.mutate({ params: { id }, body: { enabled: state === 'off' } })}
      >
        {text(state === 'off' ? devtoolsMessages.switchOn : devtoolsMessages.switchOff)}
      </Button>
    </div>
  )
}

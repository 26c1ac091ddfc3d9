import { RequestErrorPanel, useText } from '@portico/core/web'
import { ActionIcon, Button, Menu } from '@portico/ui'
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs'
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs'
import IconDotsVertical from '@tabler/icons-react/dist/esm/icons/IconDotsVertical.mjs'
import { runningMessages } from '../messages.ts'
import type { RunDownload } from '../use-run-files.ts'
import type { RunActions } from '../use-run-actions.ts'
import type { RunView } from '../use-run-view.ts'
import styles from './RunButtons.module.css'

export interface RunButtonsProps {
  readonly actions: RunActions
  readonly view: RunView
  /** Absent when nothing can be undone. */
  readonly onUndo: (() => void) | undefined
  /** Absent when there are no files. */
  readonly download: RunDownload | undefined
}

/** The buttons of a run. */
export function RunButtons({ actions, view, onUndo, download }: RunButtonsProps) {
  const text = useText()
  const { cancel, retry, startOver, isBusy, error, errorTitle } = actions
  return (
    <>
      <div className={styles.bar} role="toolbar" aria-label={text(runningMessages.buttonBar)}>
        {retry && (
          <span className={styles.split}>
            <Button loading={isBusy} onClick={() => retry('failed-step')}>
              {text(runningMessages.retry)}
            </Button>
            <Menu
              button={
                <Button variant="default" px="xs" disabled={isBusy} aria-label={text(runningMessages.retryChoices)}>
                  <IconChevronDown size={16} aria-hidden />
                </Button>
              }
            >
              <Menu.Item onClick={() => retry('failed-step')}>{text(runningMessages.retryFromStep)}</Menu.Item>
              <Menu.Item onClick={() => retry('start')}>{text(runningMessages.retryFromStart)}</Menu.Item>
            </Menu>
          </span>
        )}
        {startOver && (
          <Button variant="default" onClick={startOver}>
            {text(runningMessages.startOver)}
          </Button>
        )}
        {cancel && (
          <Button variant="default" onClick={cancel}>
            {text(runningMessages.cancel)}
          </Button>
        )}
        {download && (
          <Button variant="default" loading={download.isBusy} leftSection={<IconDownload size={16} aria-hidden />} onClick={download.start}>
            {text(runningMessages.download)}
          </Button>
        )}
        {onUndo && (
          <Button variant="default" onClick={onUndo}>
            {text(runningMessages.undo)}
          </Button>
        )}
        <Button variant="subtle" onClick={() => view.setLogs(!view.hasLogs)}>
          {text(view.hasLogs ? runningMessages.hideLogs : runningMessages.showLogs)}
        </Button>
      </div>
      {error && <RequestErrorPanel error={error} title={errorTitle} />}
      {download?.error && (
        <RequestErrorPanel error={download.error} title={text(runningMessages.downloadFailed)} onRetry={download.start} />
      )}
    </>
  )
}

/** The same behind one button, for when the bar is hidden; and what hides it. */
export function RunMenu({ actions: { cancel, retry, startOver }, view, onUndo, download }: RunButtonsProps) {
  const text = useText()
  return (
    <Menu
      button={
        <ActionIcon aria-label={text(runningMessages.more)} title={text(runningMessages.more)}>
          <IconDotsVertical size={18} aria-hidden />
        </ActionIcon>
      }
    >
      <Menu.Item onClick={() => view.setLogs(!view.hasLogs)}>
        {text(view.hasLogs ? runningMessages.hideLogs : runningMessages.showLogs)}
      </Menu.Item>
      <Menu.Item onClick={() => view.setButtons(!view.hasButtons)}>
        {text(view.hasButtons ? runningMessages.hideButtons : runningMessages.showButtons)}
      </Menu.Item>
      {(retry ?? startOver ?? cancel ?? onUndo ?? download) && <Menu.Divider />}
      {retry && <Menu.Item onClick={() => retry('failed-step')}>{text(runningMessages.retry)}</Menu.Item>}
      {startOver && <Menu.Item onClick={startOver}>{text(runningMessages.startOver)}</Menu.Item>}
      {cancel && <Menu.Item onClick={cancel}>{text(runningMessages.cancel)}</Menu.Item>}
      {download && <Menu.Item onClick={download.start}>{text(runningMessages.download)}</Menu.Item>}
      {onUndo && <Menu.Item onClick={onUndo}>{text(runningMessages.undo)}</Menu.Item>}
    </Menu>
  )
}

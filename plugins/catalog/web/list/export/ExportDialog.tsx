import { useApi, useApis, useClient, useQueryCache, useText } from '@portico/core/web'
import { Button, Dialog, downloadFile, ErrorPanel, useNumber } from '@portico/ui'
import { useEffect, useEffectEvent, useState } from 'react'
import { catalogClientApiRef } from '../../catalog-client.ts'
import { catalogMessages } from '../../messages.ts'
import styles from './ExportDialog.module.css'
import { exportEntities, type ExportRequest } from './export-entities.ts'

const types = { csv: 'text/csv;charset=utf-8', json: 'application/json' } as const

export interface ExportDialogProps {
  readonly request: Omit<ExportRequest, 'sources' | 'signal' | 'onProgress'>
  /** What is exported, in words. */
  readonly kind: string
  readonly total: number | undefined
  readonly onClose: () => void
}

/** Reads the whole list into a file, shows the progress, and can be cancelled. */
export function ExportDialog({ request, kind, total, onClose }: ExportDialogProps) {
  const text = useText()
  const number = useNumber()
  const catalog = useApi(catalogClientApiRef)
  const sources = { client: useClient(), cache: useQueryCache(), api: useApis() }
  const [attempt, setAttempt] = useState(0)
  const [done, setDone] = useState(0)
  const [failure, setFailure] = useState<string>()
  // What is exported is fixed when the dialog opens, or at a retry.
  const start = useEffectEvent((signal: AbortSignal) => {
    exportEntities(catalog, { ...request, sources, signal, onProgress: count => !signal.aborted && setDone(count) }).then(
      chunks => {
        if (signal.aborted) return
        downloadFile(`${request.state.filters.kind}-catalog.${request.format}`, chunks, types[request.format])
        onClose()
      },
      (error: unknown) => signal.aborted || setFailure(error instanceof Error ? error.message : String(error)),
    )
  })
  useEffect(() => {
    const controller = new AbortController()
    start(controller.signal)
    return () => controller.abort()
  }, [attempt])
  return (
    <Dialog
      open
      onClose={onClose}
      title={text(catalogMessages.exporting, { kind })}
      footer={
        <Button variant="default" onClick={onClose}>
          {text(catalogMessages.cancelExport)}
        </Button>
      }
    >
      {failure === undefined ? (
        <>
          <progress className={styles.progress} aria-label={text(catalogMessages.exporting, { kind })} value={done} max={total || 1} />
          <p role="status" className={styles.words}>
            {text(catalogMessages.exportProgress, { done: number(done), count: number(total ?? 0) })}
          </p>
        </>
      ) : (
        <ErrorPanel
          title={text(catalogMessages.exportFailed)}
          message={failure}
          onRetry={() => {
            setFailure(undefined)
            setDone(0)
            setAttempt(attempt + 1)
          }}
        />
      )}
    </Dialog>
  )
}

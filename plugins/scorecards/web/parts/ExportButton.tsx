import { errorApiRef, useApi, useClient, useText } from '@portico/core/web'
import { ActionIcon, downloadText } from '@portico/ui'
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs'
import { useState } from 'react'
import { pageMessages } from './page-messages.ts'

export interface ExportButtonProps {
  /** The name of the file, without its ending. */
  readonly name: string
  /** Reads the file: `client => client.send(scorecardsApi.downloadEntities, { query })`. */
  readonly read: (client: ReturnType<typeof useClient>) => Promise<{ text(): Promise<string> }>
}

/** Saves what the page lists as a CSV file. */
export function ExportButton({ name, read }: ExportButtonProps) {
  const text = useText()
  const client = useClient()
  const errors = useApi(errorApiRef)
  const [isBusy, setBusy] = useState(false)
  const label = text(pageMessages.exportCsv)
  async function save() {
    setBusy(true)
    try {
      const response = await read(client)
      downloadText(`${name}.csv`, await response.text(), 'text/csv')
    } catch (error) {
      errors.post(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <ActionIcon variant="default" aria-label={label} title={label} disabled={isBusy} onClick={() => void save()}>
      <IconDownload size={16} aria-hidden />
    </ActionIcon>
  )
}

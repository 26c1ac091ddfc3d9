import { query, useClient, useQuery } from '@portico/core/web'
import { archiveNameOf, scaffolderApi, type Task } from '@portico/scaffolder/common'
import { downloadFile } from '@portico/ui'
import { useState } from 'react'

/** The files that an ended run has made. */
export function useRunFiles(taskId: string, isOver: boolean) {
  const options = query(scaffolderApi.listTaskFiles, { params: { taskId } })
  return useQuery({ ...options, enabled: isOver })
}

/** Downloads the files of a run. */
export interface RunDownload {
  readonly start: () => void
  readonly isBusy: boolean
  readonly error: Error | undefined
}

export function useRunDownload(task: Task): RunDownload {
  const client = useClient()
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<Error>()
  async function run(): Promise<void> {
    const response = await client.send(scaffolderApi.downloadTaskFiles, { params: { taskId: task.id } }, { accept: 'application/gzip' })
    downloadFile(`${archiveNameOf(task)}.tar.gz`, [await response.blob()], 'application/gzip')
  }
  return {
    start() {
      setBusy(true)
      setError(undefined)
      run()
        .catch(setError)
        .finally(() => setBusy(false))
    },
    isBusy,
    error,
  }
}

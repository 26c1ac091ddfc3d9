import { useCall } from '@portico/core/web'
import { scaffolderApi, type JsonObject } from '@portico/scaffolder/common'
import { useState } from 'react'
import { toEntry, toFailedEntry, type DryRunEntry } from './dry-run-results.ts'

/** Runs a template that is being written without effects, and keeps what came of it. */
export function useDryRuns(template: JsonObject | undefined, files: readonly { readonly path: string; readonly base64Content: string }[]) {
  const { mutateAsync, isPending } = useCall(scaffolderApi.dryRun)
  const [entries, setEntries] = useState<readonly DryRunEntry[]>([])
  async function run(values: JsonObject, secrets: Readonly<Record<string, string>>) {
    if (!template) return
    const number = (entries.at(-1)?.number ?? 0) + 1
    const directoryContents = files.map(({ path, base64Content }) => ({ path, base64Content }))
    const entry = await mutateAsync({ body: { template, values, secrets, directoryContents } }).then(
      result => toEntry(number, result),
      (error: Error) => toFailedEntry(number, error),
    )
    setEntries(before => [...before, entry])
  }
  return {
    entries,
    isBusy: isPending,
    run: (values: JsonObject, secrets: Readonly<Record<string, string>>) => void run(values, secrets),
    remove: (number: number) => setEntries(before => before.filter(entry => entry.number !== number)),
  }
}

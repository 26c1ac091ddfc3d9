import { useText } from '@portico/core/web'
import { Button, CodeBlock, downloadFile, ErrorPanel, InfoCard, LogViewer, RemoveButton, Status, Tabs, toYaml } from '@portico/ui'
import { useMemo, useState } from 'react'
import { RunOutputs } from '../../running/parts/RunOutputs.tsx'
import { skippedSteps, type DryRunEntry } from '../dry-run-results.ts'
import { bytesOf, readText } from '../folder.ts'
import { editorMessages } from '../messages.ts'
import { toZip } from '../zip.ts'
import styles from './Editor.module.css'
import { FileList } from './FileList.tsx'

export interface DryRunResultsProps {
  readonly entries: readonly DryRunEntry[]
  readonly onDelete: (number: number) => void
}

/** The dry runs so far, the newest open. */
export function DryRunResults({ entries, onDelete }: DryRunResultsProps) {
  const text = useText()
  const [chosen, setChosen] = useState<number>()
  const shown = entries.find(({ number }) => number === chosen) ?? entries.at(-1)
  const titleOf = ({ number, error }: DryRunEntry) =>
    error === undefined ? text(editorMessages.result, { number }) : text(editorMessages.resultFailed, { number })
  return (
    <InfoCard title={text(editorMessages.results)}>
      {!shown ? (
        <p className={styles.quiet}>{text(editorMessages.noResults)}</p>
      ) : (
        <div className={styles.result}>
          <ul className={styles.list} aria-label={text(editorMessages.results)}>
            {entries.map(entry => (
              <li key={entry.number} className={styles.buttons}>
                <button type="button" className={styles.file} aria-pressed={entry === shown} onClick={() => setChosen(entry.number)}>
                  {titleOf(entry)}
                </button>
                <Button
                  variant="subtle"
                  size="compact-xs"
                  disabled={entry.files.length === 0}
                  onClick={() => downloadZip(`dry-run-${entry.number}.zip`, entry)}
                >
                  {text(editorMessages.downloadZip)}
                </Button>
                <RemoveButton label={text(editorMessages.deleteResult)} onRemove={() => onDelete(entry.number)} />
              </li>
            ))}
          </ul>
          <Result key={shown.number} entry={shown} title={titleOf(shown)} />
        </div>
      )}
    </InfoCard>
  )
}

function downloadZip(name: string, { files }: DryRunEntry): void {
  const zip = toZip(files.map(({ path, executable, base64Content }) => ({ path, bytes: bytesOf(base64Content), isExecutable: executable })))
  downloadFile(name, [zip], 'application/zip')
}

function Result({ entry, title }: { readonly entry: DryRunEntry; readonly title: string }) {
  const text = useText()
  const [tab, setTab] = useState(entry.error === undefined ? 'files' : 'log')
  const lines = useMemo(() => entry.log.flatMap(({ body }) => body.message.split('\n')), [entry.log])
  return (
    <div>
      {entry.error !== undefined && <ErrorPanel title={text(editorMessages.dryRunFailed)} message={entry.error} />}
      <ResultSteps entry={entry} />
      <Tabs
        label={title}
        selected={tab}
        onSelect={setTab}
        tabs={[
          { id: 'files', title: text(editorMessages.filesTab), content: <ResultFiles entry={entry} /> },
          {
            id: 'log',
            title: text(editorMessages.logTab),
            content: <LogViewer label={text(editorMessages.logTab)} text={lines} height={320} fileName={`dry-run-${entry.number}.log`} />,
          },
          { id: 'output', title: text(editorMessages.outputTab), content: <ResultOutput entry={entry} /> },
        ]}
      />
    </div>
  )
}

function ResultSteps({ entry: { steps, log } }: { readonly entry: DryRunEntry }) {
  const text = useText()
  const skipped = skippedSteps(log)
  if (steps.length === 0) return undefined
  return (
    <ul className={styles.steps} aria-label={text(editorMessages.resultSteps)}>
      {steps.map(({ id, name }) => (
        <li key={id}>
          {name} {skipped.has(id) ? <Status kind="aborted">{text(editorMessages.skipped)}</Status> : <Status kind="ok" />}
        </li>
      ))}
    </ul>
  )
}

function ResultFiles({ entry: { files } }: { readonly entry: DryRunEntry }) {
  const text = useText()
  const [open, setOpen] = useState(files[0]?.path)
  const shown = files.find(({ path }) => path === open)
  const content = useMemo(() => (shown ? readText(bytesOf(shown.base64Content)) : undefined), [shown])
  if (!shown) return <p className={styles.quiet}>{text(editorMessages.noFiles)}</p>
  return (
    <div className={styles.result}>
      <FileList label={text(editorMessages.filesTab)} files={files} open={open} onOpen={setOpen} />
      {content === undefined ? (
        <p className={styles.quiet}>{text(editorMessages.binary)}</p>
      ) : (
        <CodeBlock title={shown.path} code={content} language={languageOf(shown.path)} lineNumbers maxHeight={420} />
      )}
    </div>
  )
}

function ResultOutput({ entry: { output } }: { readonly entry: DryRunEntry }) {
  const text = useText()
  if (Object.keys(output).length === 0) return <p className={styles.quiet}>{text(editorMessages.noOutput)}</p>
  return (
    <>
      <RunOutputs output={output} />
      <CodeBlock code={toYaml(output)} language="yaml" maxHeight={320} />
    </>
  )
}

const languages: Readonly<Record<string, string>> = {
  yml: 'yaml',
  md: 'markdown',
  ts: 'typescript',
  js: 'javascript',
  py: 'python',
  sh: 'bash',
}

function languageOf(path: string): string {
  const ending = path.slice(path.lastIndexOf('.') + 1)
  return languages[ending] ?? ending
}

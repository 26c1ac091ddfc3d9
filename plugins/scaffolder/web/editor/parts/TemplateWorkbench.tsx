import { alertApiRef, useApi, useCall, useText } from '@portico/core/web'
import { scaffolderApi, type JsonObject, type TemplateFinding } from '@portico/scaffolder/common'
import { Button, CodeEditor, downloadFile, InfoCard, Stack, type EditorMark } from '@portico/ui'
import { useEffect, useMemo, useState } from 'react'
import { bytesOf, toBase64, type FolderFile, type TemplateFolder } from '../folder.ts'
import { editorMessages } from '../messages.ts'
import { toParameterSteps } from '../parameter-steps.ts'
import { useCheck } from '../use-check.ts'
import { useCompletion } from '../use-completion.ts'
import { DryRunResults } from './DryRunResults.tsx'
import styles from './Editor.module.css'
import { FileCard } from './FileList.tsx'
import { Findings } from './Findings.tsx'
import { FormPreview } from './FormPreview.tsx'
import { toEntry, toFailedEntry, type DryRunEntry } from '../dry-run-results.ts'

/** What the page around asks of an open template. */
export interface OpenTemplate {
  readonly files: readonly EditedFile[]
  readonly isChanged: boolean
}

const noMarks: readonly EditorMark[] = []
/** So that the problems below it are in view on a laptop. */
const editorHeight = 400

/** An open template: files, editor, problems, form and dry runs. */
export function TemplateWorkbench({
  folder,
  onChange,
}: {
  readonly folder: TemplateFolder
  readonly onChange: (open: OpenTemplate) => void
}) {
  const editor = useEditor(folder)
  const { files, template, isChanged } = editor
  useEffect(() => {
    onChange({ files, isChanged })
  }, [onChange, files, isChanged])
  const beside = JSON.stringify(files.filter(({ path }) => path !== folder.templatePath))
  const others = useMemo(() => JSON.parse(beside) as EditedFile[], [beside])
  const check = useCheck(template?.text ?? '', others)
  const [reveal, setReveal] = useState<{ readonly path: string; readonly line: number }>()
  const marks = useMemo(() => (check.data?.findings ?? []).filter(({ file }) => file === undefined), [check.data])
  const dryRuns = useDryRuns(check.data?.template, files)
  function go({ file = folder.templatePath, line }: TemplateFinding) {
    editor.setOpen(file)
    setReveal({ path: file, line })
  }
  return (
    <Stack>
      <div className={styles.columns}>
        <FileCard
          files={withProblems(files, check.data?.findings, folder.templatePath)}
          open={editor.open?.path}
          onOpen={editor.setOpen}
          skipped={folder.skipped}
        />
        <Stack>
          {editor.open && (
            <OpenFile
              key={editor.open.path}
              folder={folder}
              file={editor.open}
              marks={editor.open.path === folder.templatePath ? marks : noMarks}
              reveal={reveal?.path === editor.open.path ? reveal : undefined}
              onEdit={editor.edit}
              onSaved={editor.markSaved}
            />
          )}
          <Findings checked={check.data} error={check.error} onRetry={() => void check.refetch()} onGo={go} />
        </Stack>
        <FormCard template={check.data?.template} busy={dryRuns.isBusy} onFinish={dryRuns.run} />
      </div>
      <DryRunResults entries={dryRuns.entries} onDelete={dryRuns.remove} />
    </Stack>
  )
}

/** The files with how much is wrong in each. */
function withProblems(files: readonly EditedFile[], findings: readonly TemplateFinding[] = [], templatePath: string) {
  const count = (path: string) => findings.filter(({ file = templatePath }) => file === path).length
  return files.map(file => ({ ...file, problems: count(file.path) }))
}

interface OpenFileProps {
  readonly folder: TemplateFolder
  readonly file: EditedFile
  readonly marks: readonly EditorMark[]
  readonly reveal: { readonly line: number } | undefined
  readonly onEdit: (path: string, text: string) => void
  readonly onSaved: (path: string, text: string) => void
}

function OpenFile({ folder, file, marks, reveal, onEdit, onSaved }: OpenFileProps) {
  const text = useText()
  const alerts = useApi(alertApiRef)
  const complete = useCompletion()
  const { path } = file
  async function save() {
    if (file.text === undefined || !folder.save) return
    try {
      await folder.save(path, file.text)
      onSaved(path, file.text)
      alerts.post({ message: text(editorMessages.saved, { file: path }), display: 'transient' })
    } catch (error) {
      alerts.post({ message: `${text(editorMessages.saveFailed, { file: path })}: ${(error as Error).message}`, severity: 'error' })
    }
  }
  const download = () => downloadFile(path.slice(path.lastIndexOf('/') + 1), [bytesOf(file.base64Content)], 'application/octet-stream')
  return (
    <InfoCard
      title={<code>{path}</code>}
      action={
        folder.save ? (
          <Button variant="default" size="xs" disabled={!file.isChanged} onClick={() => void save()}>
            {text(editorMessages.save, { file: path })}
          </Button>
        ) : (
          <Button variant="default" size="xs" onClick={download}>
            {text(editorMessages.downloadFile, { file: path })}
          </Button>
        )
      }
    >
      {file.text === undefined ? (
        <p className={styles.quiet}>{text(editorMessages.binary)}</p>
      ) : (
        <CodeEditor
          label={text(editorMessages.contentOf, { file: path })}
          value={file.text}
          onChange={value => onEdit(path, value)}
          minHeight={editorHeight}
          maxHeight={editorHeight}
          marks={marks}
          reveal={reveal}
          {...(path === folder.templatePath && { complete })}
        />
      )}
    </InfoCard>
  )
}

interface FormCardProps {
  readonly template: JsonObject | undefined
  readonly busy: boolean
  readonly onFinish: (values: JsonObject, secrets: Readonly<Record<string, string>>) => void
}

function FormCard({ template, busy, onFinish }: FormCardProps) {
  const text = useText()
  const key = JSON.stringify(template && toParameterSteps(template))
  // The same pages as long as they say the same: what was filled in stays.
  const steps = useMemo(() => (key === undefined ? undefined : (JSON.parse(key) as ReturnType<typeof toParameterSteps>)), [key])
  return (
    <InfoCard title={text(editorMessages.form)}>
      {steps ? (
        <FormPreview steps={steps} finish={text(editorMessages.tryIt)} busy={busy} onFinish={onFinish} />
      ) : (
        <p className={styles.quiet}>{text(editorMessages.formNone)}</p>
      )}
    </InfoCard>
  )
}

/** Runs a template that is being written without effects, and keeps what came of it. */
function useDryRuns(template: JsonObject | undefined, files: readonly { readonly path: string; readonly base64Content: string }[]) {
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

interface EditedFile extends FolderFile {
  readonly isChanged: boolean
}

const encoder = new TextEncoder()

/** The files of a folder with what was changed in them. */
function useEditor(folder: TemplateFolder) {
  const [open, setOpen] = useState(folder.templatePath)
  const [edits, setEdits] = useState<Readonly<Record<string, string>>>({})
  const [saved, setSaved] = useState<Readonly<Record<string, string>>>({})
  const files = folder.files.map((file): EditedFile => {
    const text = edits[file.path]
    if (text === undefined) return { ...file, isChanged: false }
    return { path: file.path, text, base64Content: toBase64(encoder.encode(text)), isChanged: text !== (saved[file.path] ?? file.text) }
  })
  return {
    files,
    open: files.find(({ path }) => path === open) ?? files[0],
    template: files.find(({ path }) => path === folder.templatePath),
    setOpen,
    edit: (path: string, text: string) => setEdits(before => ({ ...before, [path]: text })),
    markSaved: (path: string, text: string) => setSaved(before => ({ ...before, [path]: text })),
    isChanged: files.some(({ isChanged }) => isChanged),
  }
}

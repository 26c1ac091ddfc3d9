import { previewLimits } from '@portico/catalog/common'
import { useText } from '@portico/core/web'
import { Button, CodeEditor, RemoveButton, useNumber, WarningPanel, type EditorMark } from '@portico/ui'
import IconUpload from '@tabler/icons-react/dist/esm/icons/IconUpload.mjs'
import { useMemo, useRef } from 'react'
import type { Refusal } from '../import/input-files.ts'
import { toMarks } from '../import/marks.ts'
import type { ImportProps } from '../import/props.ts'
import { catalogImportMessages } from '../messages.ts'
import { useReveal } from './reveal.tsx'
import styles from './SourceCard.module.css'

const noMarks: readonly EditorMark[] = []

/** Texts, pasted or from files, with their mistakes at their lines. */
export function TextSource({ state, preview }: ImportProps) {
  const text = useText()
  const input = useRef<HTMLInputElement>(null)
  const { files, open } = state
  const { data, isOutdated } = preview
  const marks = useMemo(() => (data && !isOutdated ? toMarks(data, open.name) : noMarks), [data, isOutdated, open.name])
  const reveal = useReveal(open.name)
  const isFilled = files.some(file => file.text !== '')
  return (
    <div className={styles.texts}>
      <p className={styles.quiet}>{text(catalogImportMessages.dropHint)}</p>
      <div className={styles.bar}>
        <Button variant="default" size="xs" leftSection={<IconUpload size={16} aria-hidden />} onClick={() => input.current?.click()}>
          {text(catalogImportMessages.chooseFiles)}
        </Button>
        {isFilled && (
          <Button variant="subtle" color="gray" size="xs" onClick={state.clear}>
            {text(catalogImportMessages.clear)}
          </Button>
        )}
        <input
          ref={input}
          className={styles.input}
          type="file"
          multiple
          aria-label={text(catalogImportMessages.chooseFiles)}
          onChange={event => {
            void state.add([...(event.currentTarget.files ?? [])])
            event.currentTarget.value = ''
          }}
        />
      </div>
      <Refusals state={state} />
      {files.length > 1 && <FileList state={state} />}
      <CodeEditor
        key={open.name}
        label={text(catalogImportMessages.editor, { name: open.name })}
        value={open.text}
        onChange={value => state.setText(open.name, value)}
        minHeight={320}
        maxHeight={560}
        marks={marks}
        reveal={reveal}
      />
    </div>
  )
}

function FileList({ state }: Pick<ImportProps, 'state'>) {
  const text = useText()
  return (
    <ul className={styles.files} aria-label={text(catalogImportMessages.files)}>
      {state.files.map(({ name }) => (
        <li key={name} className={styles.file} data-open={name === state.open.name || undefined}>
          <button
            type="button"
            className={styles.name}
            title={name}
            aria-pressed={name === state.open.name}
            onClick={() => state.setOpen(name)}
          >
            {name}
          </button>
          <RemoveButton label={text(catalogImportMessages.removeFile, { name })} onRemove={() => state.remove(name)} />
        </li>
      ))}
    </ul>
  )
}

function Refusals({ state: { refusals, files } }: Pick<ImportProps, 'state'>) {
  const text = useText()
  const number = useNumber()
  const megabytes = (count: number) => number(Math.round(count / 100_000) / 10)
  const characters = files.reduce((sum, file) => sum + file.text.length, 0)
  const isTooMuch = characters > previewLimits.characters
  const all: readonly Refusal[] = [
    ...refusals,
    ...(isTooMuch ? [{ reason: 'too-large' as const, name: files.map(({ name }) => name).join(', '), bytes: characters }] : []),
  ]
  if (all.length === 0) return undefined
  const words = (refusal: Refusal): string => {
    if (refusal.reason === 'too-many') return text(catalogImportMessages.tooManyFiles, { max: number(previewLimits.files) })
    if (refusal.reason === 'not-text') return text(catalogImportMessages.notText, { name: refusal.name })
    const max = megabytes(previewLimits.characters)
    return text(catalogImportMessages.tooLarge, { name: refusal.name, size: megabytes(refusal.bytes), max })
  }
  const [first, ...rest] = all.map(words)
  return (
    <WarningPanel severity="error" title={first}>
      {rest.length > 0 && (
        <ul className={styles.refusals}>
          {rest.map(each => (
            <li key={each}>{each}</li>
          ))}
        </ul>
      )}
    </WarningPanel>
  )
}

import { useText } from '@portico/core/web'
import { Button, RemoveButton, useNumber } from '@portico/ui'
import { dataURItoBlob, type WidgetProps } from '@rjsf/utils'
import IconUpload from '@tabler/icons-react/dist/esm/icons/IconUpload.mjs'
import { useRef, useState } from 'react'
import { formMessages } from '../../messages.ts'
import { describedBy } from './FieldFrame.tsx'
import styles from './theme.module.css'

/** What a task can be given with all its values is 10 MB; a file grows by a third on its way. */
const maxBytes = 5_000_000

/** Files, kept as data URLs with their names. */
export function FileWidget({ id, value, multiple = false, disabled, readonly, options, onChange }: WidgetProps) {
  const text = useText()
  const number = useNumber()
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const [refused, setRefused] = useState<string>()
  const urls = (Array.isArray(value) ? (value as unknown[]) : [value]).filter(each => typeof each === 'string' && each !== '') as string[]
  const isOff = disabled === true || readonly === true
  const set = (next: readonly string[]) => onChange(multiple ? next : next[0])

  async function add(files: readonly File[]) {
    const tooLarge = files.find(file => file.size > maxBytes)
    setRefused(tooLarge && text(formMessages.fileTooLarge, { name: tooLarge.name, max: number(maxBytes / 1_000_000) }))
    const read = await Promise.all(files.filter(file => file.size <= maxBytes).map(toDataUrl))
    if (read.length > 0) set(multiple ? [...urls, ...read] : read.slice(0, 1))
  }

  return (
    <div
      className={styles.drop}
      data-over={isOver || undefined}
      onDragOver={event => {
        event.preventDefault()
        setOver(!isOff)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={event => {
        event.preventDefault()
        setOver(false)
        if (!isOff) void add([...event.dataTransfer.files])
      }}
    >
      <Button
        variant="default"
        size="xs"
        leftSection={<IconUpload size={16} aria-hidden />}
        disabled={isOff}
        onClick={() => input.current?.click()}
      >
        {text(multiple ? formMessages.chooseFiles : formMessages.chooseFile)}
      </Button>
      <span className={styles.quiet}>{text(formMessages.dropFile)}</span>
      <input
        ref={input}
        id={id}
        type="file"
        tabIndex={-1}
        className={styles.hiddenInput}
        multiple={multiple}
        disabled={isOff}
        {...(typeof options['accept'] === 'string' && { accept: options['accept'] })}
        aria-describedby={describedBy(id)}
        onChange={event => {
          void add([...(event.currentTarget.files ?? [])])
          event.currentTarget.value = ''
        }}
      />
      {refused !== undefined && <p role="alert">{refused}</p>}
      {urls.length > 0 && (
        <ul className={styles.files}>
          {urls.map((url, index) => {
            const { name, size } = describe(url)
            return (
              <li key={`${index} ${name}`} className={styles.file}>
                {name} <span className={styles.quiet}>{text(formMessages.kilobytes, { size: number(Math.ceil(size / 1000)) })}</span>
                <RemoveButton
                  label={text(formMessages.removeItem, { name })}
                  disabled={isOff}
                  onRemove={() => set(urls.filter((_url, at) => at !== index))}
                />
              </li>
            )
          })}
        </ul>
      )}
    </div>
  )
}

function describe(url: string): { readonly name: string; readonly size: number } {
  try {
    const { blob, name } = dataURItoBlob(url)
    return { name, size: blob.size }
  } catch {
    return { name: url.slice(0, 40), size: url.length }
  }
}

async function toDataUrl(file: File): Promise<string> {
  const url = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(String(reader.result)))
    reader.addEventListener('error', () => reject(reader.error ?? new Error(file.name)))
    reader.readAsDataURL(file)
  })
  return url.replace(';base64', `;name=${encodeURIComponent(file.name)};base64`)
}

import { useText } from '@portico/core/web'
import { CodeEditor, Markdown, Tabs } from '@portico/ui'
import type { WidgetProps } from '@rjsf/utils'
import { useState } from 'react'
import { formMessages } from '../../messages.ts'
import { TextareaWidget } from './inputs.tsx'
import styles from './theme.module.css'

/** Code, with the editor. `ui:options.language` is json or yaml. */
export function CodeWidget({ label, value, options, disabled, readonly, onChange }: WidgetProps) {
  return (
    <CodeEditor
      label={label}
      value={typeof value === 'string' ? value : ''}
      language={options.widget === 'json' || options['language'] === 'json' ? 'json' : 'yaml'}
      readOnly={disabled === true || readonly === true}
      minHeight={120}
      maxHeight={400}
      onChange={next => onChange(next === '' ? options.emptyValue : next)}
    />
  )
}

/** A text with Markdown in it, and what becomes of it. */
export function MarkdownWidget(props: WidgetProps) {
  const text = useText()
  const [tab, setTab] = useState('write')
  const value = typeof props.value === 'string' ? props.value : ''
  return (
    <Tabs
      label={props.label}
      selected={tab}
      onSelect={setTab}
      tabs={[
        { id: 'write', title: text(formMessages.write), content: <TextareaWidget {...props} /> },
        {
          id: 'preview',
          title: text(formMessages.preview),
          content: <div className={styles.preview}>{value === '' ? text(formMessages.nothingYet) : <Markdown>{value}</Markdown>}</div>,
        },
      ]}
    />
  )
}

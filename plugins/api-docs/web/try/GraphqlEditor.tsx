import { CodeEditor, useDebouncedValue, type EditorMark } from '@portico/ui'
import { useEffect, useState } from 'react'
import type { SchemaWorker } from './schema-worker.ts'

interface GraphqlEditorProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly schema: SchemaWorker | undefined
}

const word = /[$@\w]*/
const settledMs = 300

/** An editor for operations of GraphQL: completion and mistakes come from the schema. */
export function GraphqlEditor({ label, value, onChange, schema }: GraphqlEditorProps) {
  const [marks, setMarks] = useState<readonly EditorMark[]>([])
  const settled = useDebouncedValue(value, settledMs)
  useEffect(() => {
    if (!schema) return
    let gone = false
    schema.check(settled).then(
      found => gone || setMarks(found),
      () => gone || setMarks([]),
    )
    return () => {
      gone = true
    }
  }, [schema, settled])
  return (
    <CodeEditor
      label={label}
      value={value}
      onChange={onChange}
      language="graphql"
      marks={marks}
      word={word}
      complete={schema && ((text, offset) => schema.complete(text, offset).catch(() => []))}
      minHeight={180}
      maxHeight={420}
    />
  )
}

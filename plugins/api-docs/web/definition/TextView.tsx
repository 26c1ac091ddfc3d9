import { apiDocsApi, type DefinitionFormat } from '@portico/api-docs/common'
import { RequestErrorPanel, useClient, useQuery, useText } from '@portico/core/web'
import { Button, CodeEditor, CopyButton, downloadFile, SkeletonRows, useBytes, type CodeEditorProps } from '@portico/ui'
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs'
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs'
import { useMemo, useState } from 'react'
import { useDefinition } from './definition-context.tsx'
import { useDefinitionView } from './definition-view.ts'
import styles from './TextView.module.css'
import { definitionMessages } from './messages.ts'

/** Above this, colours cost more than they help. */
const maxColouredLength = 1_000_000

/** The text of the definition, as it was written. */
export function TextView() {
  const text = useText()
  const client = useClient()
  const { params, outline } = useDefinition()
  const { data, error, refetch } = useQuery({
    queryKey: ['api-docs.text', params, outline.id],
    queryFn: async ({ signal }) => {
      const response = await client.send(apiDocsApi.getText, { params, query: { version: outline.id } }, { signal, accept: 'text/plain' })
      return response.text()
    },
    staleTime: Infinity,
  })
  if (error) return <RequestErrorPanel error={error} title={text(definitionMessages.textFailed)} onRetry={() => void refetch()} />
  if (data === undefined) return <SkeletonRows rows={16} />
  return <LoadedText value={data} />
}

function LoadedText({ value }: { readonly value: string }) {
  const text = useText()
  const bytes = useBytes()
  const { params, outline } = useDefinition()
  const { line } = useDefinitionView()
  const [find, setFind] = useState<object>()
  const reveal = useMemo(() => (line === undefined ? undefined : { line }), [line])
  const isLarge = value.length > maxColouredLength
  const { language, extension } = useMemo(() => languageOf(outline.format, value), [outline.format, value])
  return (
    <div className={styles.text}>
      <div className={styles.bar}>
        <span className={styles.note}>
          {isLarge ? text(definitionMessages.largeText, { size: bytes(outline.bytes) }) : bytes(outline.bytes)}
        </span>
        <span className={styles.tools}>
          <Button size="compact-sm" variant="default" leftSection={<IconSearch size={14} aria-hidden />} onClick={() => setFind({})}>
            {text(definitionMessages.find)}
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconDownload size={14} aria-hidden />}
            onClick={() => downloadFile(`${params.name}.${extension}`, [value], 'text/plain;charset=utf-8')}
          >
            {text(definitionMessages.download)}
          </Button>
          <CopyButton label={text(definitionMessages.copyText)} getValue={() => value} />
        </span>
      </div>
      <CodeEditor
        label={text(definitionMessages.definitionText)}
        value={value}
        readOnly
        language={isLarge ? 'text' : language}
        maxHeight={Math.max(360, window.innerHeight - 200)}
        reveal={reveal}
        find={find}
      />
    </div>
  )
}

/** How a text is coloured, and how its file is named. */
function languageOf(format: DefinitionFormat, value: string): { language: NonNullable<CodeEditorProps['language']>; extension: string } {
  if (/^\s*[[{]/.test(value.slice(0, 200))) return { language: 'json', extension: 'json' }
  if (format === 'graphql') return { language: 'graphql', extension: 'graphql' }
  if (format === 'grpc') return { language: 'protobuf', extension: 'proto' }
  return format === 'text' ? { language: 'text', extension: 'txt' } : { language: 'yaml', extension: 'yaml' }
}

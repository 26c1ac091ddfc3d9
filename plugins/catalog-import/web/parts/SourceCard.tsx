import { stringifyLocationRef } from '@portico/catalog/common'
import { useText } from '@portico/core/web'
import { Button, Code, InfoCard, Tabs, TextInput } from '@portico/ui'
import { useState } from 'react'
import type { ImportProps } from '../import/props.ts'
import { toLocation } from '../import/target.ts'
import type { ImportWay } from '../import/use-import-state.ts'
import { catalogImportMessages } from '../messages.ts'
import styles from './SourceCard.module.css'
import { TextSource } from './TextSource.tsx'

/** What is to be registered: an address, or texts. */
export function SourceCard({ state, preview }: ImportProps) {
  const text = useText()
  return (
    <InfoCard title={text(catalogImportMessages.source)}>
      <Tabs
        label={text(catalogImportMessages.source)}
        selected={state.way}
        onSelect={id => state.setWay(id as ImportWay)}
        tabs={[
          { id: 'url', title: text(catalogImportMessages.fromUrl), content: <UrlSource key={state.url} state={state} preview={preview} /> },
          { id: 'text', title: text(catalogImportMessages.fromText), content: <TextSource state={state} preview={preview} /> },
        ]}
      />
    </InfoCard>
  )
}

function UrlSource({ state, preview }: ImportProps) {
  const text = useText()
  const [typed, setTyped] = useState(state.url)
  const location = typed.trim() === '' ? undefined : toLocation(typed)
  return (
    <form
      className={styles.form}
      onSubmit={event => {
        event.preventDefault()
        if (typed.trim() === state.url) void preview.refetch()
        else state.setUrl(typed.trim())
      }}
    >
      <TextInput
        className={styles.field}
        label={text(catalogImportMessages.url)}
        description={text(catalogImportMessages.urlHelp)}
        inputWrapperOrder={['label', 'input', 'description']}
        type="text"
        inputMode="url"
        autoComplete="url"
        spellCheck={false}
        required
        maxLength={8000}
        placeholder="https://github.com/acme/shop/blob/main/catalog-info.yaml"
        value={typed}
        onChange={event => setTyped(event.currentTarget.value)}
      />
      {location?.type === 'git' && (
        <p className={styles.quiet}>
          {text(catalogImportMessages.readAs)} <Code>{stringifyLocationRef(location)}</Code>
        </p>
      )}
      <Button type="submit" variant="default" disabled={typed.trim() === ''} loading={preview.isFetching}>
        {text(catalogImportMessages.preview)}
      </Button>
    </form>
  )
}

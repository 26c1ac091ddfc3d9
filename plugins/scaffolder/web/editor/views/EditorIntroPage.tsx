import { Link, RequirePermission, useNavigate, useText } from '@portico/core/web'
import { scaffolderPaths, templateManagementPermission } from '@portico/scaffolder/common'
import { Autocomplete, Button, Content, Page, PageHeader, TextInput, type Option } from '@portico/ui'
import { useState, type ReactNode } from 'react'
import { ScaffolderTabs } from '../../parts/ScaffolderTabs.tsx'
import type { TemplateFolder } from '../folder.ts'
import { createLocalFolder, directoryPicker, openLocalFolder } from '../local-folder.ts'
import { editorMessages } from '../messages.ts'
import styles from '../parts/Editor.module.css'
import { useOpenFolder } from '../use-open-folder.ts'
import { useTemplateOptions } from '../use-templates.ts'
import { pageMessages } from '../../parts/page-messages.ts'

/** Where to begin with a template: a directory, a copy, the playground or the fields. */
export default function EditorIntroPage() {
  const text = useText()
  return (
    <Page>
      <PageHeader
        title={text(pageMessages.manage)}
        subtitle={text(editorMessages.introSubtitle)}
        tabs={<ScaffolderTabs selected="editor" />}
      />
      <Content>
        <RequirePermission permission={templateManagementPermission}>
          <div className={styles.cards}>
            <DirectoryCard
              title={text(editorMessages.loadDirectory)}
              help={text(editorMessages.loadDirectoryHelp)}
              onOpen={openLocalFolder}
            />
            <DirectoryCard
              title={text(editorMessages.createDirectory)}
              help={text(editorMessages.createDirectoryHelp)}
              onOpen={createLocalFolder}
            />
            <LinkCard
              title={text(editorMessages.playground)}
              help={text(editorMessages.playgroundHelp)}
              to={scaffolderPaths.formPlayground()}
            />
            <LinkCard title={text(editorMessages.explorer)} help={text(editorMessages.explorerHelp)} to={scaffolderPaths.customFields()} />
            <CatalogCard />
            <UrlCard />
          </div>
        </RequirePermission>
      </Content>
    </Page>
  )
}

interface DirectoryCardProps {
  readonly title: string
  readonly help: string
  readonly onOpen: () => Promise<TemplateFolder | undefined>
}

/** Browsers that cannot open directories are told so. */
function DirectoryCard({ title, help, onOpen }: DirectoryCardProps) {
  const text = useText()
  const open = useOpenFolder(onOpen)
  const isSupported = directoryPicker() !== undefined
  return (
    <section className={styles.card}>
      <h2>{title}</h2>
      <p>{help}</p>
      {!isSupported && <p className={styles.quiet}>{text(editorMessages.directoryUnsupported)}</p>}
      <Button variant="default" disabled={!isSupported} onClick={open}>
        {title}
      </Button>
    </section>
  )
}

function LinkCard({ title, help, to }: { readonly title: string; readonly help: string; readonly to: string }) {
  return (
    <section className={styles.card}>
      <h2>{title}</h2>
      <p>{help}</p>
      <Link to={to}>{title}</Link>
    </section>
  )
}

function CopyCard({
  title,
  help,
  target,
  children,
}: {
  readonly title: string
  readonly help: string
  readonly target: string | undefined
  readonly children: ReactNode
}) {
  const text = useText()
  const navigate = useNavigate()
  return (
    <form
      className={styles.card}
      onSubmit={event => {
        event.preventDefault()
        if (target !== undefined) void navigate(scaffolderPaths.editor({ from: target }))
      }}
    >
      <h2>{title}</h2>
      <p>{help}</p>
      <div className={styles.wide}>{children}</div>
      <Button type="submit" variant="default" disabled={target === undefined}>
        {text(editorMessages.openCopy)}
      </Button>
    </form>
  )
}

function CatalogCard() {
  const text = useText()
  const load = useTemplateOptions()
  const [chosen, setChosen] = useState<Option>()
  return (
    <CopyCard title={text(editorMessages.fromCatalog)} help={text(editorMessages.fromCatalogHelp)} target={chosen?.value}>
      <Autocomplete label={text(editorMessages.chooseTemplate)} load={load} value={chosen} onChange={setChosen} />
    </CopyCard>
  )
}

function UrlCard() {
  const text = useText()
  const [url, setUrl] = useState('')
  const isAddress = /^https?:\/\/\S+$/.test(url.trim())
  return (
    <CopyCard title={text(editorMessages.fromUrl)} help={text(editorMessages.fromUrlHelp)} target={isAddress ? url.trim() : undefined}>
      <TextInput
        aria-label={text(editorMessages.fromUrl)}
        placeholder="https://github.com/acme/templates/blob/main/template.yaml"
        inputMode="url"
        maxLength={4000}
        value={url}
        onChange={event => setUrl(event.currentTarget.value)}
      />
    </CopyCard>
  )
}

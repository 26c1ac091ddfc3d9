import { catalogApi, entityRefOf, entityTitle, type Entity } from '@portico/catalog/common'
import { Link, query, useNavigate, useQuery, useText } from '@portico/core/web'
import { scaffolderPaths } from '@portico/scaffolder/common'
import { Button, Dialog, Menu } from '@portico/ui'
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs'
import { useState } from 'react'
import { createLocalFolder, directoryPicker, openLocalFolder } from '../local-folder.ts'
import { editorMessages } from '../messages.ts'
import { useOpenFolder } from '../use-open-folder.ts'
import styles from './Editor.module.css'

export interface EditorMenusProps {
  /** Asks before changes are lost; runs what is given when there are none, or they may be. */
  readonly onLeave: (go: () => void) => void
  readonly onClose: () => void
  readonly onDownload: (() => void) | undefined
}

/** What can be opened, and how a template is published. */
export function EditorMenus({ onLeave, onClose, onDownload }: EditorMenusProps) {
  const text = useText()
  return (
    <div className={styles.buttons}>
      <FileMenu onLeave={onLeave} onClose={onClose} />
      <TemplatesMenu onLeave={onLeave} />
      <PublishButton onDownload={onDownload} label={text(editorMessages.publish)} />
    </div>
  )
}

function MenuButton({ title, ...rest }: { readonly title: string }) {
  return (
    <Button variant="default" size="xs" rightSection={<IconChevronDown size={14} aria-hidden />} {...rest}>
      {title}
    </Button>
  )
}

function FileMenu({ onLeave, onClose }: Pick<EditorMenusProps, 'onLeave' | 'onClose'>) {
  const text = useText()
  const open = useOpenFolder(openLocalFolder)
  const create = useOpenFolder(createLocalFolder)
  const isSupported = directoryPicker() !== undefined
  const hint = isSupported ? {} : { title: text(editorMessages.directoryUnsupported) }
  return (
    <Menu button={<MenuButton title={text(editorMessages.fileMenu)} />} position="bottom-start">
      <Menu.Item disabled={!isSupported} {...hint} onClick={() => onLeave(open)}>
        {text(editorMessages.openDirectory)}
      </Menu.Item>
      <Menu.Item disabled={!isSupported} {...hint} onClick={() => onLeave(create)}>
        {text(editorMessages.newDirectory)}
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item onClick={() => onLeave(onClose)}>{text(editorMessages.closeEditor)}</Menu.Item>
    </Menu>
  )
}

const maxShown = 30

function TemplatesMenu({ onLeave }: Pick<EditorMenusProps, 'onLeave'>) {
  const text = useText()
  const navigate = useNavigate()
  const { data } = useQuery(
    query(catalogApi.queryEntitiesByPredicate, {
      body: {
        query: { kind: 'template' },
        fields: ['kind', 'metadata.name', 'metadata.namespace', 'metadata.title'],
        orderBy: [{ field: 'metadata.name', order: 'asc' }],
        limit: maxShown,
      },
    }),
  )
  const templates = (data?.items ?? []) as Entity[]
  return (
    <Menu button={<MenuButton title={text(editorMessages.templatesMenu)} />} position="bottom-start">
      {templates.length === 0 && <Menu.Label>{text(editorMessages.noTemplates)}</Menu.Label>}
      {templates.map(entity => {
        const from = entityRefOf(entity)
        return (
          <Menu.Item key={from} onClick={() => onLeave(() => void navigate(scaffolderPaths.editor({ from })))}>
            {entityTitle(entity)}
          </Menu.Item>
        )
      })}
    </Menu>
  )
}

/** How a template gets to its users, step by step. */
function PublishButton({ label, onDownload }: { readonly label: string; readonly onDownload: (() => void) | undefined }) {
  const text = useText()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="default" size="xs" onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Dialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title={text(editorMessages.publishTitle)}
        footer={<Button onClick={() => setOpen(false)}>{text(editorMessages.close)}</Button>}
      >
        <ol className={styles.publish}>
          <li>
            {text(editorMessages.publishSave)}{' '}
            {onDownload && (
              <Button variant="subtle" size="compact-sm" onClick={onDownload}>
                {text(editorMessages.publishDownload)}
              </Button>
            )}
          </li>
          <li>{text(editorMessages.publishRequest)}</li>
          <li>
            {text(editorMessages.publishRegister)} <Link to="/catalog-import">{text(editorMessages.publishRegisterLink)}</Link>
          </li>
        </ol>
      </Dialog>
    </>
  )
}

import { useApi, useText, alertApiRef } from '@portico/core/web'
import { ActionIcon, lazyView, Menu } from '@portico/ui'
import IconBookmarkPlus from '@tabler/icons-react/dist/esm/icons/IconBookmarkPlus.mjs'
import IconBookmarks from '@tabler/icons-react/dist/esm/icons/IconBookmarks.mjs'
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs'
import IconLink from '@tabler/icons-react/dist/esm/icons/IconLink.mjs'
import IconSettings from '@tabler/icons-react/dist/esm/icons/IconSettings.mjs'
import { Suspense, useState } from 'react'
import { catalogMessages } from '../../messages.ts'
import styles from './SavedViews.module.css'
import { useSavedViews } from './saved-views.ts'
import { useCopyLink } from './use-copy-link.ts'

const SaveViewDialog = lazyView(async () => (await import('./SaveViewDialog.tsx')).SaveViewDialog)
const ManageViewsDialog = lazyView(async () => (await import('./ManageViewsDialog.tsx')).ManageViewsDialog)

export interface SavedViewsMenuProps {
  /** Of a list of one kind. */
  readonly kind: string | undefined
  readonly search: string
  readonly onOpen: (search: string) => void
}

/** The user's own views of the list: opened, saved, shared, managed. */
export function SavedViewsMenu({ kind, search, onOpen }: SavedViewsMenuProps) {
  const text = useText()
  const saved = useSavedViews(kind)
  const copyLink = useCopyLink()
  const alerts = useApi(alertApiRef)
  const [dialog, setDialog] = useState<'save' | 'manage'>()
  const label = text(catalogMessages.views)
  return (
    <>
      <Menu
        width={260}
        button={
          <ActionIcon variant="default" aria-label={label} title={label}>
            <IconBookmarks size={16} aria-hidden />
          </ActionIcon>
        }
      >
        <Menu.Label>{saved.views.length > 0 ? label : text(catalogMessages.noViews)}</Menu.Label>
        {saved.views.map(view => (
          <Menu.Item
            key={view.id}
            onClick={() => onOpen(view.search)}
            rightSection={view.search === search ? <IconCheck size={16} aria-hidden /> : undefined}
            {...(view.search === search && { 'aria-current': true })}
          >
            <span className={styles.entry} dir="auto">
              {view.name}
            </span>
            {saved.defaultView?.id === view.id && <span className={styles.mark}>{text(catalogMessages.defaultView)}</span>}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<IconBookmarkPlus size={16} aria-hidden />} onClick={() => setDialog('save')}>
          {text(catalogMessages.saveView)}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconLink size={16} aria-hidden />}
          onClick={() =>
            void copyLink(search).then(
              copied => copied && alerts.post({ message: text(catalogMessages.linkCopied), severity: 'info', display: 'transient' }),
            )
          }
        >
          {text(catalogMessages.copyLink)}
        </Menu.Item>
        {saved.views.length > 0 && (
          <Menu.Item leftSection={<IconSettings size={16} aria-hidden />} onClick={() => setDialog('manage')}>
            {text(catalogMessages.manageViews)}
          </Menu.Item>
        )}
      </Menu>
      <Suspense>
        {dialog === 'save' && (
          <SaveViewDialog onSave={(name, isDefault) => saved.save(name, search, isDefault)} onClose={() => setDialog(undefined)} />
        )}
        {dialog === 'manage' && <ManageViewsDialog saved={saved} onClose={() => setDialog(undefined)} />}
      </Suspense>
    </>
  )
}

import { useText } from '@portico/core/web'
import { ActionIcon, Button, CheckboxBox, Dialog, uiMessages } from '@portico/ui'
import IconLink from '@tabler/icons-react/dist/esm/icons/IconLink.mjs'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import { catalogMessages } from '../../messages.ts'
import styles from './SavedViews.module.css'
import type { useSavedViews } from './saved-views.ts'
import { useCopyLink } from './use-copy-link.ts'

/** Lists the saved views: which one opens first, and a button to delete each. */
export function ManageViewsDialog({ saved, onClose }: { saved: ReturnType<typeof useSavedViews>; onClose: () => void }) {
  const text = useText()
  const copyLink = useCopyLink()
  return (
    <Dialog
      open
      onClose={onClose}
      title={text(catalogMessages.manageViews)}
      footer={
        <Button variant="default" onClick={onClose}>
          {text(uiMessages.close)}
        </Button>
      }
    >
      <ul className={styles.views}>
        {saved.views.map(({ id, name, search }) => (
          <li key={id} className={styles.view}>
            <span className={styles.name} dir="auto" title={name}>
              {name}
            </span>
            <label className={styles.first}>
              <CheckboxBox
                aria-label={text(catalogMessages.makeDefault, { name })}
                checked={saved.defaultView?.id === id}
                onChange={event => void saved.makeDefault(event.currentTarget.checked ? id : undefined)}
              />
              <span aria-hidden>{text(catalogMessages.defaultView)}</span>
            </label>
            <ActionIcon
              aria-label={text(catalogMessages.copyViewLink, { name })}
              title={text(catalogMessages.copyViewLink, { name })}
              onClick={() => void copyLink(search)}
            >
              <IconLink size={16} aria-hidden />
            </ActionIcon>
            <ActionIcon
              aria-label={text(catalogMessages.deleteView, { name })}
              title={text(catalogMessages.deleteView, { name })}
              onClick={() => void saved.remove(id)}
            >
              <IconTrash size={16} aria-hidden />
            </ActionIcon>
          </li>
        ))}
        {saved.views.length === 0 && <li className={styles.none}>{text(catalogMessages.noViews)}</li>}
      </ul>
    </Dialog>
  )
}

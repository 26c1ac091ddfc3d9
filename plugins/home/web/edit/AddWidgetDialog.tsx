import { NamedIcon, useText } from '@portico/core/web'
import { Button, Dialog } from '@portico/ui'
import { maxWidgets, type PlacedWidget } from '../layout/layout.ts'
import type { KnownWidgets } from '../layout/use-home-layout.ts'
import { editMessages } from '../page-messages.ts'
import styles from './AddWidgetDialog.module.css'

export interface AddWidgetDialogProps {
  readonly open: boolean
  readonly known: KnownWidgets
  readonly placed: readonly PlacedWidget[]
  readonly onAdd: (widget: string, title: string) => void
  readonly onClose: () => void
}

/** Every widget that there is, with what it shows. It stays open: people add several. */
export function AddWidgetDialog({ open, known, placed, onAdd, onClose }: AddWidgetDialogProps) {
  const text = useText()
  const all = [...known.values()].map(({ id, item }) => ({
    id,
    item,
    title: text(item.title),
    count: placed.filter(({ widget }) => widget === id).length,
  }))
  const isFull = placed.length >= maxWidgets
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={text(editMessages.add)}
      size="medium"
      footer={<Button onClick={onClose}>{text(editMessages.done)}</Button>}
    >
      {isFull && <p className={styles.full}>{text(editMessages.tooMany, { count: maxWidgets })}</p>}
      <ul className={styles.list}>
        {all
          .sort((a, b) => a.title.localeCompare(b.title))
          .map(({ id, item, title, count }) => (
            <li key={id} className={styles.row}>
              <span className={styles.icon} aria-hidden>
                <NamedIcon name={item.icon ?? 'plugin'} size={20} />
              </span>
              <div className={styles.words}>
                <span className={styles.title}>{title}</span>
                <span className={styles.text}>{text(item.description)}</span>
                {count > 0 && <span className={styles.text}>{text(editMessages.count, { count })}</span>}
              </div>
              <Button
                variant="default"
                size="xs"
                disabled={isFull}
                onClick={() => onAdd(id, title)}
                aria-label={text(editMessages.addHere, { title })}
              >
                {text(editMessages.addThis)}
              </Button>
            </li>
          ))}
      </ul>
    </Dialog>
  )
}

import { dialogApiRef, useApi, useText } from '@portico/core/web'
import { Button, ErrorPanel, VisuallyHidden } from '@portico/ui'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import { useRef, useState } from 'react'
import { Cell, Grid } from '../grid/Grid.tsx'
import { usePhone } from '../grid/use-phone.ts'
import { sizeOf } from '../layout/default-layout.ts'
import { inPhoneOrder, maxWidgets } from '../layout/layout.ts'
import type { HomeLayout } from '../layout/use-home-layout.ts'
import { editMessages } from '../page-messages.ts'
import { AddWidgetDialog } from './AddWidgetDialog.tsx'
import { EditFrame } from './EditFrame.tsx'
import styles from './HomeEditor.module.css'
import { SettingsDialog } from './SettingsDialog.tsx'
import { useDraft } from './use-draft.ts'
import { useGridDrag } from './use-grid-drag.ts'

/** The home page while it is arranged. Nothing is stored before it is saved. */
export function HomeEditor({ layout, onClose }: { layout: HomeLayout; onClose: () => void }) {
  const text = useText()
  const dialogs = useApi(dialogApiRef)
  const grid = useRef<HTMLDivElement>(null)
  const isPhone = usePhone()
  const draft = useDraft(layout)
  const [isAdding, setAdding] = useState(draft.widgets.length === 0)
  const [configured, setConfigured] = useState<string>()
  const [failure, setFailure] = useState<string>()
  const drag = useGridDrag({ grid, draft })
  const order = new Map(inPhoneOrder(draft.widgets, draft.phone).map(({ id }, index) => [id, index]))
  const inSettings = draft.widgets.find(({ id }) => id === configured)

  async function finish(store: () => Promise<void>) {
    try {
      await store()
      onClose()
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error))
    }
  }

  async function reset() {
    const words = { title: text(editMessages.resetTitle), message: text(editMessages.resetText), confirm: text(editMessages.reset) }
    if (await dialogs.confirm({ ...words, destructive: true })) await finish(layout.reset)
  }

  return (
    <>
      <div className={styles.bar} role="toolbar" aria-label={text(editMessages.arranging)}>
        <p className={styles.hint}>{text(isPhone ? editMessages.phoneHint : editMessages.hint)}</p>
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          disabled={draft.widgets.length >= maxWidgets}
          onClick={() => setAdding(true)}
        >
          {text(editMessages.add)}
        </Button>
        {layout.isOwn && (
          <Button variant="default" onClick={() => void reset()}>
            {text(editMessages.reset)}
          </Button>
        )}
        <Button variant="default" onClick={onClose}>
          {text(editMessages.cancel)}
        </Button>
        <Button onClick={() => void finish(() => layout.save(draft.widgets, draft.phone))}>{text(editMessages.save)}</Button>
      </div>
      {failure !== undefined && (
        <div className={styles.failure}>
          <ErrorPanel title={text(editMessages.saveFailed)} message={failure} />
        </div>
      )}
      <Grid ref={grid}>
        {/* The elements keep their order while they are moved: an element that is moved in the document loses the focus and the pointer. */}
        {draft.widgets.map(placed => (
          <Cell key={placed.id} box={placed} order={order.get(placed.id) ?? 0}>
            <EditFrame
              placed={placed}
              widget={layout.known.get(placed.widget)}
              draft={draft}
              drag={drag}
              isPhone={isPhone}
              onSettings={() => setConfigured(placed.id)}
            />
          </Cell>
        ))}
      </Grid>
      <VisuallyHidden>
        <span role="status">{draft.said}</span>
      </VisuallyHidden>
      <AddWidgetDialog
        open={isAdding}
        known={layout.known}
        placed={draft.widgets}
        onAdd={(widget, title) => draft.add(widget, title, sizeOf(layout.known.get(widget)))}
        onClose={() => setAdding(false)}
      />
      {inSettings && (
        <SettingsDialog
          key={inSettings.id}
          placed={inSettings}
          widget={layout.known.get(inSettings.widget)}
          onApply={settings => draft.configure(inSettings.id, settings)}
          onClose={() => setConfigured(undefined)}
        />
      )}
    </>
  )
}

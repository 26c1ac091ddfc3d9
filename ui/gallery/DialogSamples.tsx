import { useState } from 'react'
import { ConfirmDialog, Dialog, Drawer } from '../Dialog.tsx'
import { Button, TextInput } from '../primitives.ts'
import { Stepper } from '../Stepper.tsx'
import styles from './Gallery.module.css'
import { Card, Sample } from './Sample.tsx'

/** Dialogs, drawers, menus and steppers. */
export function DialogSamples() {
  const [open, setOpen] = useState<'dialog' | 'drawer' | 'confirm' | 'failing'>()
  const [step, setStep] = useState(1)
  const close = () => setOpen(undefined)
  return (
    <>
      <Sample name="Dialogs">
        <div className={styles.row}>
          <Button variant="default" onClick={() => setOpen('dialog')}>
            Open dialog
          </Button>
          <Button variant="default" onClick={() => setOpen('drawer')}>
            Open drawer
          </Button>
          <Button variant="default" onClick={() => setOpen('confirm')}>
            Delete location
          </Button>
          <Button variant="default" onClick={() => setOpen('failing')}>
            Delete and fail
          </Button>
        </div>
        <Dialog
          open={open === 'dialog'}
          onClose={close}
          title="Entity inspector"
          size="medium"
          footer={<Button onClick={close}>Done</Button>}
        >
          Everything that is known about this entity.
        </Dialog>
        <Drawer
          open={open === 'drawer'}
          onClose={close}
          title="Filters"
          side="left"
          footer={<Button onClick={close}>Show 42 results</Button>}
        >
          <TextInput label="Owner" />
        </Drawer>
        <ConfirmDialog
          open={open === 'confirm'}
          onClose={close}
          destructive
          title="Delete this location?"
          confirm="Delete location"
          onConfirm={close}
        >
          Its 12 entities are removed too. Register the location again to get them back.
        </ConfirmDialog>
        <ConfirmDialog
          open={open === 'failing'}
          onClose={close}
          title="Delete this location?"
          confirm="Delete location"
          onConfirm={() => Promise.reject(new Error('The catalog does not answer'))}
        >
          It will not work.
        </ConfirmDialog>
      </Sample>
      <Sample name="Steps">
        <Card>
          <div style={{ padding: 16 }}>
            <Stepper
              label="Create a service"
              at={step}
              onMove={setStep}
              finish="Create service"
              onFinish={() => setStep(0)}
              steps={[
                { title: 'Choose a template', content: 'Templates' },
                { title: 'Fill in', hint: 'Name and owner', content: <TextInput label="Name" /> },
                { title: 'Repository', failed: true, content: 'Where the code goes' },
                { title: 'Review', content: 'All of it' },
              ]}
            />
          </div>
        </Card>
      </Sample>
    </>
  )
}

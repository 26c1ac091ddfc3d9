import { useState, type ReactNode } from 'react'
import styles from './Dialog.module.css'
import { ErrorPanel } from './ErrorPanel.tsx'
import { useOverlayParts } from './overlays.tsx'
import { uiMessages } from './messages.ts'
import { Button } from './primitives.ts'
import { useText } from './text.tsx'
import { useFocusBack } from './use-focus-back.ts'

export interface DialogProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly title: ReactNode
  readonly children: ReactNode
  /** The buttons, at the foot, always in view. */
  readonly footer?: ReactNode
  readonly size?: 'small' | 'medium' | 'large' | 'full'
  /** As high as the window allows, whatever is in it: for content that changes while it is open. */
  readonly tall?: boolean
}

const widths = { small: 440, medium: 640, large: 960, full: '96vw' } as const

/** A modal dialog. Escape closes it, and the focus goes back to where it was. */
export function Dialog({ open, onClose, title, children, footer, size = 'small', tall = false }: DialogProps) {
  const text = useText()
  const parts = useOverlayParts(open)
  useFocusBack(open)
  if (!parts) return undefined
  return (
    // The scroll lock of the library writes a style element that the content security policy refuses; Dialog.module.css locks instead.
    <parts.Modal
      opened={open}
      onClose={onClose}
      title={title}
      size={widths[size]}
      centered
      lockScroll={false}
      returnFocus={false}
      closeButtonProps={{ 'aria-label': text(uiMessages.close) }}
      classNames={{
        root: styles.locking ?? '',
        content: `${styles.content} ${tall ? styles.high : ''}`,
        header: styles.header ?? '',
        title: styles.title ?? '',
        body: `${styles.body} ${tall ? styles.tall : ''}`,
        overlay: styles.overlay ?? '',
      }}
    >
      <div className={styles.scroll}>{children}</div>
      {footer && <div className={styles.footer}>{footer}</div>}
    </parts.Modal>
  )
}

export interface DrawerProps extends Omit<DialogProps, 'size' | 'tall'> {
  readonly side?: 'left' | 'right' | 'bottom'
  readonly width?: number
}

/** A panel beside the page: filters on a phone, details of a row. */
export function Drawer({ open, onClose, title, children, footer, side = 'right', width = 420 }: DrawerProps) {
  const text = useText()
  const parts = useOverlayParts(open)
  useFocusBack(open)
  if (!parts) return undefined
  return (
    <parts.Drawer
      opened={open}
      onClose={onClose}
      title={title}
      position={side}
      size={side === 'bottom' ? 'auto' : `min(${width}px, 100vw)`}
      lockScroll={false}
      returnFocus={false}
      closeButtonProps={{ 'aria-label': text(uiMessages.close) }}
      classNames={{
        root: styles.locking ?? '',
        content: styles.content ?? '',
        header: styles.header ?? '',
        title: styles.title ?? '',
        body: `${styles.body} ${styles.tall}`,
        overlay: styles.overlay ?? '',
      }}
    >
      <div className={styles.scroll}>{children}</div>
      {footer && <div className={styles.footer}>{footer}</div>}
    </parts.Drawer>
  )
}

export interface ConfirmDialogProps {
  readonly open: boolean
  readonly title: ReactNode
  /** What will be lost, and how to get it back. */
  readonly children: ReactNode
  /** A verb with its object: `Delete location`. */
  readonly confirm: string
  /** The other answer, where 'Cancel' could be taken for this one. */
  readonly cancel?: string | undefined
  readonly onConfirm: () => void | Promise<void>
  readonly onClose: () => void
  /** The action removes something. */
  readonly destructive?: boolean
}

/** Asks for confirmation. While the work runs the buttons are disabled; when it fails the dialog stays open with the error. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, title, children, confirm, cancel, onConfirm, onClose, destructive = false } = props
  const text = useText()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  function close() {
    if (busy) return
    setFailure(undefined)
    onClose()
  }
  async function run() {
    setBusy(true)
    setFailure(undefined)
    try {
      await onConfirm()
      onClose()
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      title={title}
      footer={
        <>
          <Button variant="default" disabled={busy} onClick={close} data-autofocus={destructive || undefined}>
            {cancel ?? text(uiMessages.cancel)}
          </Button>
          <Button loading={busy} onClick={() => void run()} {...(destructive && { className: styles.danger, variant: 'outline' })}>
            {confirm}
          </Button>
        </>
      }
    >
      {failure !== undefined && (
        <div className={styles.failure}>
          <ErrorPanel title={failure} />
        </div>
      )}
      {children}
    </Dialog>
  )
}

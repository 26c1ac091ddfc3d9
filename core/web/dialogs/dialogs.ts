import type { Text } from '@portico/ui'
import type { ReactNode } from 'react'
import { defineApiRef } from '../apis/api-ref.ts'
import { createObservable, type Observable } from '../observable.ts'

/** A question with two answers. */
export interface Confirmation {
  readonly title: Text
  /** What will happen, what will be lost, and how to get it back. */
  readonly message: ReactNode
  /** A verb with its object: 'Delete location'. */
  readonly confirm: Text
  /** The other answer, where 'Cancel' could be taken for this one. */
  readonly cancel?: Text
  /** The action loses something: its button is not the primary one. */
  readonly destructive?: boolean
  /** The work itself: the dialog waits for it, and stays with the reason when it fails. */
  readonly run?: () => Promise<void>
}

/** Content of one's own, in a dialog. */
export interface CustomDialog<T> {
  readonly title: Text
  readonly size?: 'small' | 'medium' | 'large' | 'full'
  readonly render: (close: (result?: T) => void) => ReactNode
}

export interface OpenDialog {
  readonly id: number
  readonly shows: { readonly question: Confirmation } | { readonly custom: CustomDialog<never> }
  readonly close: (result?: unknown) => void
}

export interface Dialogs {
  /** Asks, and settles with true only when the user agreed and the work was done; closing is no. */
  confirm(question: Confirmation): Promise<boolean>
  /** Shows content of one's own; settles with what it is closed with, undefined when it is dismissed. */
  show<T>(dialog: CustomDialog<T>): Promise<T | undefined>
  /** Oldest first; the last one is on top. */
  readonly open: Observable<readonly OpenDialog[]>
}

export const dialogApiRef = defineApiRef<Dialogs>({ id: 'core.dialog', description: 'Asks the user something, above the page' })

export function createDialogs(): Dialogs {
  const open = createObservable<readonly OpenDialog[]>([])
  let lastId = 0

  function add(shows: OpenDialog['shows']): Promise<unknown> {
    return new Promise(resolve => {
      const id = ++lastId
      const close = (result?: unknown) => {
        open.set(open.get().filter(dialog => dialog.id !== id))
        resolve(result)
      }
      open.set([...open.get(), { id, shows, close }])
    })
  }

  return {
    open,
    confirm: async question => (await add({ question })) === true,
    show: async <T>(custom: CustomDialog<T>) => (await add({ custom: custom as CustomDialog<never> })) as T | undefined,
  }
}

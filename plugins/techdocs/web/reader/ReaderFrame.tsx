import type { ReactNode } from 'react'
import styles from './ReaderFrame.module.css'

/** The room that the reader has. Its parts are laid out by that, not by the window: the navigation of the portal takes a part of it. */
export function ReaderFrame({ children }: { readonly children: ReactNode }) {
  return <div className={styles.frame}>{children}</div>
}

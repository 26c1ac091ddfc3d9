import type { ComponentType } from 'react'
import { createLazyPart } from '../lazy.tsx'
import type { LogViewerProps } from './LogView.tsx'
import styles from './LogViewer.module.css'

export type { LogGroup } from './log-folds.ts'
export type { LogViewerProps } from './LogView.tsx'

/** A log, however long: search, line links (`#L12`), wrapping, following, download and copy. */
export const LogViewer: ComponentType<LogViewerProps> = createLazyPart(
  () => import('./LogView.tsx').then(module => module.LogView),
  ({ height = 480 }: LogViewerProps) => (
    <div className={styles.viewer} style={{ height: typeof height === 'number' ? height + 42 : `calc(${height} + 42px)` }} />
  ),
)

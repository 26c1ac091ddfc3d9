import type { ComponentType } from 'react'
import { createLazyPart } from '../lazy.tsx'
import type { MarkdownProps } from './MarkdownText.tsx'
import styles from './Markdown.module.css'

export type { MarkdownProps } from './MarkdownText.tsx'

/** A text with Markdown in it. HTML in it is shown as text, and links that would run a script lead nowhere. */
export const Markdown: ComponentType<MarkdownProps> = createLazyPart(
  () => import('./MarkdownText.tsx').then(module => module.MarkdownText),
  ({ children }: MarkdownProps) => <div className={`${styles.markdown} ${styles.plain}`}>{children}</div>,
)

import type { ComponentType } from 'react'
import { createLazyPart } from '../lazy.tsx'
import type { DiffViewerProps } from './DiffView.tsx'
import type { CodeEditorProps } from './CodeEditorView.tsx'
import styles from './Editor.module.css'

export type { DiffViewerProps } from './DiffView.tsx'

export type { CodeEditorProps } from './CodeEditorView.tsx'
export type { CompleteText, EditorCompletion } from './editor-completion.ts'
export type { EditorMark } from './editor-marks.ts'

/** As much as can be seen before the editor is there. */
const maxWaitingLength = 20_000

/** A field for JSON or YAML. Ctrl-F searches; Escape, then Tab leaves it. */
export const CodeEditor: ComponentType<CodeEditorProps> = createLazyPart(
  () => import('./CodeEditorView.tsx').then(module => module.CodeEditorView),
  ({ value, minHeight = 160, maxHeight = 480 }: CodeEditorProps) => (
    <pre className={`${styles.editor} ${styles.waiting}`} style={{ minHeight, maxHeight }}>
      {value.slice(0, maxWaitingLength)}
    </pre>
  ),
)

/** What changed between two texts. Long stretches without a change are folded. */
export const DiffViewer: ComponentType<DiffViewerProps> = createLazyPart(
  () => import('./DiffView.tsx').then(module => module.DiffView),
  () => <div className={`${styles.editor} ${styles.waiting}`} style={{ minHeight: 160 }} />,
)

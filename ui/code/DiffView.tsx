import { useMantineStyleNonce } from '@mantine/core'
import { MergeView, unifiedMergeView } from '@codemirror/merge'
import { EditorState } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { useEffect, useRef } from 'react'
import { EmptyState } from '../EmptyState.tsx'
import { uiMessages } from '../messages.ts'
import { useText } from '../text.tsx'
import { toEditorLook, type EditorLanguage } from './editor-look.ts'
import styles from './Editor.module.css'

const splitFromPx = 720

export interface DiffViewerProps {
  readonly label: string
  readonly before: string
  readonly after: string
  readonly language?: EditorLanguage
  /** Side by side, or one under the other; by the available width by default. */
  readonly layout?: 'split' | 'unified'
}

/** The comparison itself; `DiffViewer` loads it. */
export function DiffView({ label, before, after, language = 'yaml', layout }: DiffViewerProps) {
  const text = useText()
  const nonce = useMantineStyleNonce()?.()
  const container = useRef<HTMLDivElement>(null)
  const [beforeLabel, afterLabel] = [text(uiMessages.diffBefore), text(uiMessages.diffAfter)]
  useEffect(() => {
    const parent = container.current
    if (!parent) return
    const collapseUnchanged = { margin: 3, minSize: 6 }
    const lookOf = (side: string) => toEditorLook(language, `${label}: ${side}`, true, nonce)
    const split = layout === undefined ? parent.clientWidth >= splitFromPx : layout === 'split'
    const view = split
      ? new MergeView({
          parent,
          collapseUnchanged,
          a: { doc: before, extensions: lookOf(beforeLabel) },
          b: { doc: after, extensions: lookOf(afterLabel) },
        })
      : new EditorView({
          parent,
          state: EditorState.create({
            doc: after,
            extensions: [lookOf(afterLabel), unifiedMergeView({ original: before, mergeControls: false, collapseUnchanged, gutter: true })],
          }),
        })
    return () => view.destroy()
  }, [before, after, language, layout, label, nonce, beforeLabel, afterLabel])
  if (before === after) return <EmptyState size="small" title={text(uiMessages.noDifferences)} />
  return <div ref={container} className={styles.editor} role="group" aria-label={label} />
}

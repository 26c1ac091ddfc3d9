import { useMantineStyleNonce } from '@mantine/core'
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { openSearchPanel, search, searchKeymap } from '@codemirror/search'
import { EditorState } from '@codemirror/state'
import { EditorView, keymap } from '@codemirror/view'
import { useEffect, useRef, type CSSProperties } from 'react'
import { editorCompletion, type CompleteText } from './editor-completion.ts'
import { toEditorLook, type EditorLanguage } from './editor-look.ts'
import { editorMarks, setMarks, type EditorMark } from './editor-marks.ts'
import styles from './Editor.module.css'

export interface CodeEditorProps {
  readonly label: string
  readonly value: string
  readonly onChange?: (value: string) => void
  readonly language?: EditorLanguage
  readonly readOnly?: boolean
  readonly minHeight?: number
  readonly maxHeight?: number
  /** What is wrong, shown at its line. */
  readonly marks?: readonly EditorMark[]
  /** What can stand at the cursor. */
  readonly complete?: CompleteText | undefined
  /** What is completed as one word; must match the empty text. */
  readonly word?: RegExp | undefined
  /** A line to bring into view with the cursor in it; another object does so again. */
  readonly reveal?: { readonly line: number } | undefined
  /** Opens the search; another object does so again. */
  readonly find?: object | undefined
}

const noMarks: readonly EditorMark[] = []

/** The editor itself; `CodeEditor` loads it. */
export function CodeEditorView({
  label,
  value,
  onChange,
  language = 'yaml',
  readOnly = false,
  maxHeight = 480,
  minHeight = 160,
  marks = noMarks,
  complete,
  word,
  reveal,
  find,
}: CodeEditorProps) {
  const nonce = useMantineStyleNonce()?.()
  const container = useRef<HTMLDivElement>(null)
  const editor = useRef<EditorView>(undefined)
  // The text that the editor has: a large one is not written out to be compared.
  const shown = useRef<string>(undefined)
  const latest = useRef({ value, onChange, marks, complete })
  useEffect(() => {
    latest.current = { value, onChange, marks, complete }
  })
  useEffect(() => {
    const parent = container.current
    if (!parent) return
    shown.current = latest.current.value
    const view = new EditorView({
      parent,
      state: EditorState.create({
        doc: latest.current.value,
        extensions: [
          history(),
          search({ top: true }),
          // Escape, then Tab leaves the editor: the keyboard is not trapped.
          keymap.of([...defaultKeymap, ...historyKeymap, ...searchKeymap, indentWithTab]),
          toEditorLook(language, label, readOnly, nonce),
          editorMarks,
          editorCompletion(() => latest.current.complete, word),
          EditorView.updateListener.of(update => {
            if (!update.docChanged) return
            shown.current = update.state.doc.toString()
            latest.current.onChange?.(shown.current)
          }),
        ],
      }),
    })
    editor.current = view
    view.dispatch({ effects: setMarks.of(latest.current.marks) })
    return () => view.destroy()
  }, [language, label, readOnly, nonce, word])
  useEffect(() => {
    const view = editor.current
    if (!view || shown.current === value) return
    shown.current = value
    view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: value } })
  }, [value])
  useEffect(() => editor.current?.dispatch({ effects: setMarks.of(marks) }), [marks])
  useEffect(() => {
    const view = editor.current
    if (!view || !reveal) return
    const { from } = view.state.doc.line(Math.min(Math.max(reveal.line, 1), view.state.doc.lines))
    view.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: 'center' }) })
    view.focus()
  }, [reveal])
  useEffect(() => {
    if (editor.current && find) openSearchPanel(editor.current)
  }, [find])
  const sizes = { '--editor-max': `${maxHeight}px`, '--editor-min': `${minHeight}px` } as CSSProperties
  return <div ref={container} className={styles.editor} style={sizes} />
}

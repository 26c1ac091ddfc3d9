import { json } from '@codemirror/lang-json'
import { yaml } from '@codemirror/lang-yaml'
import { bracketMatching, foldGutter, HighlightStyle, indentOnInput, syntaxHighlighting } from '@codemirror/language'
import { highlightSelectionMatches } from '@codemirror/search'
import { EditorState, type Extension } from '@codemirror/state'
import { drawSelection, EditorView, highlightActiveLine, highlightActiveLineGutter, lineNumbers } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { graphqlLanguage, protobufLanguage } from './schema-languages.ts'

const look = EditorView.theme({
  '&': { backgroundColor: 'var(--surface)', color: 'var(--text)', fontSize: 'var(--text-13)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--font-code)', fontVariantLigatures: 'none', lineHeight: '20px', overflow: 'auto' },
  '.cm-content': { caretColor: 'var(--text)' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '.cm-gutters': { backgroundColor: 'var(--sunken)', color: 'var(--text-muted)', borderRight: '1px solid var(--border)' },
  '.cm-foldGutter .cm-gutterElement': { width: '16px', padding: '0' },
  '.cm-foldMark': {
    display: 'block',
    width: '6px',
    height: '6px',
    margin: '5px auto 0',
    border: 'solid currentColor',
    borderWidth: '0 1.5px 1.5px 0',
    transform: 'rotate(45deg)',
    cursor: 'pointer',
  },
  '.cm-foldMark[data-folded]': { margin: '7px auto 0 4px', transform: 'rotate(-45deg)' },
  '.cm-activeLine': { backgroundColor: 'color-mix(in oklab, var(--hover) 60%, transparent)' },
  '.cm-activeLineGutter': { backgroundColor: 'var(--pressed)', color: 'var(--text)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--accent-soft)',
  },
  '.cm-selectionMatch': { backgroundColor: 'var(--found)', color: 'var(--found-text)' },
  '.cm-matchingBracket': { backgroundColor: 'var(--pressed)', outline: '1px solid var(--border-strong)' },
  '.cm-panels': { backgroundColor: 'var(--sunken)', color: 'var(--text)', borderColor: 'var(--border)' },
  '.cm-panel input, .cm-panel button': {
    font: 'inherit',
    color: 'var(--text)',
    backgroundImage: 'none',
    backgroundColor: 'var(--surface)',
  },
  '.cm-searchMatch': { backgroundColor: 'var(--found)', color: 'var(--found-text)' },
  '.cm-searchMatch-selected': { backgroundColor: 'var(--found-current)', color: 'var(--on-found)' },
  '.cm-line.cm-mistake, .cm-line.cm-mistake.cm-activeLine': {
    backgroundColor: 'color-mix(in oklab, var(--error) 10%, transparent)',
    boxShadow: 'inset 2px 0 var(--error)',
  },
  '.cm-line.cm-mistake::after': {
    content: 'attr(data-mistake)',
    paddingLeft: '24px',
    color: 'var(--error)',
    fontFamily: 'var(--font-body)',
  },
  '.cm-tooltip': { backgroundColor: 'var(--raised)', color: 'var(--text)', border: '1px solid var(--border-strong)' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--font-code)' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { backgroundColor: 'var(--accent)', color: 'var(--on-accent)' },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '600' },
  '.cm-foldPlaceholder': { backgroundColor: 'var(--pressed)', border: '0', color: 'var(--text-muted)' },
  '.cm-changedLine, .cm-insertedLine': { backgroundColor: 'var(--code-added) !important' },
  '&.cm-merge-a .cm-changedLine, .cm-deletedChunk': { backgroundColor: 'var(--code-removed) !important' },
  '&.cm-merge-b .cm-changedText, .cm-insertedLine .cm-changedText': {
    background: 'color-mix(in oklab, var(--ok) 8%, transparent)',
    borderBottom: '2px solid var(--ok)',
  },
  '&.cm-merge-a .cm-changedText, .cm-deletedChunk .cm-deletedText': {
    background: 'color-mix(in oklab, var(--error) 8%, transparent)',
    borderBottom: '2px solid var(--error)',
  },
  // What goes is named by its red ground: the colours of the syntax would be too pale on it.
  '.cm-deletedChunk .cm-deletedText': { color: 'var(--text)' },
  '.cm-collapsedLines': { background: 'var(--sunken)', color: 'var(--text-muted)', fontFamily: 'var(--font-body)' },
  '.cm-collapsedLines:before, .cm-collapsedLines:after': { content: 'none' },
})

const colours = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName), tags.labelName], color: 'var(--code-name)' },
  { tag: [tags.string, tags.content], color: 'var(--code-string)' },
  { tag: tags.number, color: 'var(--code-number)' },
  { tag: [tags.bool, tags.null, tags.keyword], color: 'var(--code-keyword)' },
  { tag: tags.comment, color: 'var(--code-comment)' },
  { tag: [tags.typeName, tags.meta], color: 'var(--code-type)' },
])

const languages = { json, yaml, graphql: graphqlLanguage, protobuf: protobufLanguage, text: () => [] } as const

export type EditorLanguage = keyof typeof languages

/** Drawn, as a character would be as wide as the fonts of the machine have it. */
function foldMark(isOpen: boolean): HTMLElement {
  const mark = document.createElement('span')
  mark.className = 'cm-foldMark'
  if (!isOpen) mark.dataset['folded'] = ''
  return mark
}

/** How code looks in an editor, in the portal's colours. The nonce lets its styles through the content security policy. */
export function toEditorLook(language: EditorLanguage, label: string, readOnly: boolean, nonce: string | undefined): Extension {
  return [
    lineNumbers(),
    foldGutter({ markerDOM: foldMark }),
    highlightActiveLineGutter(),
    highlightActiveLine(),
    drawSelection(),
    bracketMatching(),
    indentOnInput(),
    highlightSelectionMatches(),
    syntaxHighlighting(colours),
    look,
    languages[language](),
    EditorState.readOnly.of(readOnly),
    EditorView.editable.of(!readOnly),
    EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
    nonce === undefined ? [] : EditorView.cspNonce.of(nonce),
  ]
}

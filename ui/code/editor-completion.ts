import { autocompletion, type CompletionContext, type CompletionResult } from '@codemirror/autocomplete'
import type { Extension } from '@codemirror/state'

/** Something that can stand at the cursor. */
export interface EditorCompletion {
  readonly label: string
  /** What is written; the label by default. */
  readonly insert?: string | undefined
  /** A short second text, such as a type. */
  readonly detail?: string | undefined
  /** What it means, shown beside the list. */
  readonly info?: string | undefined
}

/** What can stand at an offset of a text. */
export type CompleteText = (text: string, offset: number) => readonly EditorCompletion[]

const word = /[\w:.-]*/

/** Completes while a word is typed, and on Ctrl-Space anywhere. */
export function editorCompletion(complete: () => CompleteText | undefined): Extension {
  return autocompletion({ override: [context => toResult(context, complete())], icons: false })
}

function toResult(context: CompletionContext, complete: CompleteText | undefined): CompletionResult | null {
  const typed = context.matchBefore(word)
  if (!complete || !typed || (typed.from === typed.to && !context.explicit)) return null
  const found = complete(context.state.doc.toString(), context.pos)
  if (found.length === 0) return null
  return {
    from: typed.from,
    validFor: /^[\w:.-]*$/,
    options: found.map(({ label, insert, detail, info }) => ({
      label,
      ...(insert !== undefined && { apply: insert }),
      ...(detail !== undefined && { detail }),
      ...(info !== undefined && { info }),
    })),
  }
}

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
export type CompleteText = (text: string, offset: number) => readonly EditorCompletion[] | Promise<readonly EditorCompletion[]>

const wordOfYaml = /[\w:.-]*/

/** Completes while a word is typed, and on Ctrl-Space anywhere. */
export function editorCompletion(complete: () => CompleteText | undefined, word = wordOfYaml): Extension {
  return autocompletion({ override: [context => toResult(context, complete(), word)], icons: false })
}

async function toResult(context: CompletionContext, complete: CompleteText | undefined, word: RegExp): Promise<CompletionResult | null> {
  const typed = context.matchBefore(word)
  if (!complete || !typed || (typed.from === typed.to && !context.explicit)) return null
  const found = await complete(context.state.doc.toString(), context.pos)
  if (found.length === 0) return null
  return {
    from: typed.from,
    validFor: word,
    options: found.map(({ label, insert, detail, info }) => ({
      label,
      ...(insert !== undefined && { apply: insert }),
      ...(detail !== undefined && { detail }),
      ...(info !== undefined && { info }),
    })),
  }
}

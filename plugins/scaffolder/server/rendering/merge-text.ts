import { merge } from 'node-diff3'

export interface TextMerge {
  readonly text: string
  readonly hasConflict: boolean
}

const labels = { a: 'repository', b: 'template' }

/** Merges two descendants of a text, line by line. Where both changed the same lines, both stand in the result between markers. */
export function mergeText({ base, ours, theirs }: { readonly base: string; readonly ours: string; readonly theirs: string }): TextMerge {
  const options = { excludeFalseConflicts: true, label: labels, stringSeparator: '\n' }
  const { conflict, result } = merge(ours.split('\n'), base.split('\n'), theirs.split('\n'), options)
  return { text: result.join('\n'), hasConflict: conflict }
}

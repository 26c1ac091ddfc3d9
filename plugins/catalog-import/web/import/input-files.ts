import { previewLimits } from '@portico/catalog/common'

/** A text to be looked at, with the name that it would have as a file. */
export interface InputFile {
  readonly name: string
  readonly text: string
}

/** Why a file was left out. */
export type Refusal =
  | { readonly reason: 'not-text'; readonly name: string }
  | { readonly reason: 'too-large'; readonly name: string; readonly bytes: number }
  | { readonly reason: 'too-many' }

/** What a text without a name is called. */
export const defaultName = 'catalog-info.yaml'

/** Reads files as far as they are text and there is room for them. Each is looked at for its size before it is read. */
export async function readFiles(
  chosen: readonly File[],
  present: readonly InputFile[],
): Promise<{ files: InputFile[]; refusals: Refusal[] }> {
  const files: InputFile[] = []
  const refusals: Refusal[] = []
  let room = previewLimits.characters - present.reduce((sum, { text }) => sum + text.length, 0)
  const free = previewLimits.files - present.length
  if (chosen.length > free) refusals.push({ reason: 'too-many' })
  for (const file of chosen.slice(0, free)) {
    const name = file.webkitRelativePath || file.name
    if (file.size > room) {
      refusals.push({ reason: 'too-large', name, bytes: file.size })
      continue
    }
    const text = toText(await file.arrayBuffer())
    if (text === undefined) refusals.push({ reason: 'not-text', name })
    else {
      room -= text.length
      files.push({ name, text })
    }
  }
  return { files, refusals }
}

/** Undefined for bytes that are no text: not UTF-8, or with characters in them that no text has. */
export function toText(bytes: ArrayBuffer): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return text.includes('\0') ? undefined : text
  } catch {
    return undefined
  }
}

/** Those before and these, by name; of two with the same name the new one. */
export function mergeFiles(before: readonly InputFile[], added: readonly InputFile[]): InputFile[] {
  const kept = before.filter(file => file.text.trim() !== '' && !added.some(({ name }) => name === file.name))
  return [...kept, ...added]
}

import { textOf } from '@portico/core/common'

export interface OutputLink {
  readonly title: string
  readonly url?: string
  readonly entityRef?: string
  readonly icon?: string
}

export interface OutputText {
  readonly title: string
  readonly content: string
}

/** What a run gives back, as far as it can be shown. */
export interface RunOutput {
  readonly links: readonly OutputLink[]
  readonly texts: readonly OutputText[]
  /** Everything else, by name. */
  readonly others: Readonly<Record<string, unknown>>
}

/** Reads the output of a run, which templates write as they like. */
export function readOutput(output: Readonly<Record<string, unknown>>): RunOutput {
  const { links, text, ...others } = output
  return { links: listOf(links).flatMap(toLink), texts: listOf(text).flatMap(toText), others }
}

function listOf(value: unknown): readonly Record<string, unknown>[] {
  const items: unknown[] = Array.isArray(value) ? value : []
  return items.filter((item): item is Record<string, unknown> => typeof item === 'object' && item !== null)
}

function toLink({ title, url, entityRef, icon }: Readonly<Record<string, unknown>>): OutputLink[] {
  const target = textOf(url)
  const ref = textOf(entityRef)
  const shown = textOf(title) ?? target ?? ref
  const drawn = textOf(icon)
  if (shown === undefined || (target === undefined && ref === undefined)) return []
  return [
    {
      title: shown,
      ...(target !== undefined && { url: target }),
      ...(ref !== undefined && { entityRef: ref }),
      ...(drawn !== undefined && { icon: drawn }),
    },
  ]
}

function toText({ title, content }: Readonly<Record<string, unknown>>): OutputText[] {
  const shown = textOf(content)
  return shown === undefined ? [] : [{ title: textOf(title) ?? '', content: shown }]
}

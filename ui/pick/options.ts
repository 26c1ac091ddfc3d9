/** Something that can be chosen. */
export interface Option {
  readonly value: string
  readonly label: string
  /** A second, quieter text. */
  readonly hint?: string | undefined
  /** The language of the label, where it is not that of the page. */
  readonly lang?: string | undefined
}

export interface OptionRequest {
  readonly text: string
  /** The cursor of the page. */
  readonly cursor?: string | undefined
  readonly signal: AbortSignal
}

export interface OptionPage {
  readonly items: readonly Option[]
  /** The cursor of the next page; none after the last. */
  readonly cursor?: string | undefined
}

/** Loads the options that match a text, page by page. */
export type LoadOptions = (request: OptionRequest) => Promise<OptionPage>

const localPageSize = 100

/** A list of options as a loader: matched by every word of the text, in the label, the value or the hint. */
export function fromList(options: readonly (Option | string)[]): LoadOptions {
  const all = options.map(option => (typeof option === 'string' ? { value: option, label: option } : option))
  return ({ text, cursor }) => {
    const words = text.toLocaleLowerCase().split(/\s+/).filter(Boolean)
    const found = all.filter(({ value, label, hint }) => {
      const whole = `${label} ${value} ${hint ?? ''}`.toLocaleLowerCase()
      return words.every(word => whole.includes(word))
    })
    const from = Number(cursor ?? 0)
    const end = from + localPageSize
    return Promise.resolve({ items: found.slice(from, end), ...(end < found.length && { cursor: String(end) }) })
  }
}

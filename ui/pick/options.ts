/** Something that can be chosen. */
export interface Option {
  readonly value: string
  readonly label: string
  /** A second, quieter text. */
  readonly hint?: string | undefined
}

export interface OptionRequest {
  readonly text: string
  /** Where the page before ended. */
  readonly cursor?: string | undefined
  readonly signal: AbortSignal
}

export interface OptionPage {
  readonly items: readonly Option[]
  /** Where the next page begins; none after the last. */
  readonly cursor?: string | undefined
}

/** Asks for the options that a text finds, page by page. */
export type LoadOptions = (request: OptionRequest) => Promise<OptionPage>

const localPageSize = 100

/** Options that are all here already, as a loader: found by every word of the text, in the label, the value or the hint. */
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

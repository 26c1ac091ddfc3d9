import { z } from 'zod'

/** A regular expression, as config writes it. */
export const pattern = z.string().refine(
  text => {
    try {
      return new RegExp(text) instanceof RegExp
    } catch {
      return false
    }
  },
  { error: issue => `expected a regular expression, not '${String(issue.input)}'` },
)

/** Whether a text matches such an expression; every text where there is none. */
export function fits(wanted: string | undefined, text: string): boolean {
  return wanted === undefined || new RegExp(wanted).test(text)
}

import { z } from 'zod'

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol)
}

/** An http or https address, read without its trailing slashes. */
export function webAddress() {
  return z
    .string()
    .refine(isWebAddress, { error: issue => `expected an address such as https://portal.example.com, not '${String(issue.input)}'` })
    .overwrite(text => (isWebAddress(text) ? text.replace(/\/+$/, '') : text))
}

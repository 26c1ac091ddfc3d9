import { z } from 'zod'

/** A query parameter that may be repeated: always a list for the handler. */
export function listParam<Z extends z.ZodType>(item: Z): z.ZodType<z.output<Z>[], z.input<Z> | readonly z.input<Z>[]> {
  const list = z.preprocess(value => (value === undefined || Array.isArray(value) ? value : [value]), z.array(item))
  // The input type is known here, but lost through a function.
  return list as unknown as z.ZodType<z.output<Z>[], z.input<Z> | readonly z.input<Z>[]>
}

import { unknownExtensions } from '@portico/core/common'
import type { Extensions } from './extensions.ts'

export function printUnknown({ entries, ids }: Extensions): void {
  // oxlint-disable-next-line no-console -- a mistake in the config that keeps nothing from working
  for (const line of unknownExtensions(entries, ids)) console.warn(line)
}

import { isAbout } from '@portico/core/common'
import type { Extensions } from './extensions.ts'

/** Warns in the console about entries of `app.extensions` that match no extension. The code that finds the nearest id is loaded only then. */
export function warnOfUnknown(extensions: Extensions): void {
  const { entries, ids } = extensions
  if (entries.every(entry => ids.some(id => isAbout(entry.id, id)))) return
  void import('./print-unknown.ts').then(({ printUnknown }) => printUnknown(extensions))
}

import { isAbout } from '@portico/core/common'
import type { Extensions } from './extensions.ts'

/** Says in the console which entries of `app.extensions` are about nothing. The code that finds the nearest id is loaded only then. */
export function warnOfUnknown(extensions: Extensions): void {
  const { entries, ids } = extensions
  if (entries.every(entry => ids.some(id => isAbout(entry.id, id)))) return
  void import('./print-unknown.ts').then(({ printUnknown }) => printUnknown(extensions))
}

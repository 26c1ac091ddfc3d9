import path from 'node:path'

/** Where a package comes from. */
export type PackageSource = 'folder' | 'archive' | 'address' | 'registry'

/** How `package:` in the config names a package. */
export function sourceOf(written: string): PackageSource {
  if (/^https?:/i.test(written)) return 'address'
  if (/\.t(?:ar\.)?gz$/i.test(written)) return 'archive'
  return /^\.{0,2}\//.test(written) || path.isAbsolute(written) ? 'folder' : 'registry'
}

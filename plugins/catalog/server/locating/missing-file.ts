import { configAt } from '@portico/core/common'
import { isGlob, staticFolder } from '@portico/integrations/server'
import { existsSync } from 'node:fs'
import path from 'node:path'

/** Warns of a location on this machine that is not there. It may come later, so it is not a mistake. */
export function missingFile(location: unknown, { folder }: { readonly folder: string }): string | undefined {
  const target = configAt(location, ['target'])
  if (configAt(location, ['type']) !== 'file' || typeof target !== 'string') return undefined
  const file = path.resolve(folder, target)
  if (existsSync(file)) return undefined
  if (!isGlob(file)) return `there is no file ${file}`
  return existsSync(staticFolder(file)) ? undefined : `there is no folder ${staticFolder(file)}`
}

import path from 'node:path'

/** Whether a path is a pattern. */
export function isGlob(target: string): boolean {
  return /[*?[\]{}]/.test(target)
}

/** The folder that a pattern never leaves. */
export function staticFolder(glob: string): string {
  const parts = glob.split('/')
  return parts.slice(0, parts.findIndex(isGlob)).join('/') || '/'
}

/** Whether a path is a folder or inside it. Both are absolute. */
export function isInside(file: string, folder: string): boolean {
  const way = path.relative(folder, file)
  return way === '' || (way !== '..' && !way.startsWith(`..${path.sep}`) && !path.isAbsolute(way))
}

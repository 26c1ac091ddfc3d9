import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface CodeSize {
  readonly files: number
  readonly lines: number
}

/** Source files and their lines under a folder; tests and installed packages do not count. */
export function codeSize(folder: string): CodeSize {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    file => /\.(ts|tsx|css)$/.test(file) && !/\.test\.tsx?$/.test(file) && !/(^|[\\/])node_modules[\\/]/.test(file),
  )
  return { files: files.length, lines: files.reduce((total, file) => total + countLines(readFileSync(join(folder, file), 'utf8')), 0) }
}

/** All lines, empty ones too; the end of the last line does not begin another. */
export function countLines(text: string): number {
  return text === '' ? 0 : text.split('\n').length - (text.endsWith('\n') ? 1 : 0)
}

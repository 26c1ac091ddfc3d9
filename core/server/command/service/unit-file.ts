import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** `changed`: somebody has edited it, or something else has written it. */
export type UnitFileState = 'missing' | 'ours' | 'changed'

const mark = /^# Written by "portico service install"; checksum ([0-9a-f]{64})\n/

/** The text of a unit file: a mark that tells later whether it was edited, and the unit. */
export function toUnitFile(unit: string): string {
  return `# Written by "portico service install"; checksum ${checksumOf(unit)}\n${unit}`
}

export function readUnitFile(file: string): UnitFileState {
  if (!existsSync(file)) return 'missing'
  const text = readFileSync(file, 'utf8')
  const [line, checksum] = mark.exec(text) ?? []
  return line !== undefined && checksumOf(text.slice(line.length)) === checksum ? 'ours' : 'changed'
}

export function writeUnitFile(file: string, unit: string): void {
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, toUnitFile(unit), { mode: 0o644 })
}

export function removeUnitFile(file: string): void {
  rmSync(file)
}

function checksumOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

import { inputError, unavailableError } from '@portico/plugin/common'
import type { Integrations, Logger } from '@portico/plugin/server'
import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Radar } from '../common/index.ts'
import { parseRadar } from './radar-file.ts'

const maxBytes = 2 * 2 ** 20

interface Dependencies {
  readonly source: string
  readonly title: string
  readonly refreshMs: number
  /** Relative paths begin there. */
  readonly folder: string
  readonly integrations: Integrations
  readonly log: Logger
}

/** The radar as its source has it. Read again after a while; if that fails, the last good one stays and says why. */
export function createRadarReading({ source, title, refreshMs, folder, integrations, log }: Dependencies) {
  let radar: Radar | undefined
  let readAt = 0
  let reading: Promise<Radar> | undefined

  async function read(): Promise<Radar> {
    try {
      radar = parseRadar(await readSource(), title)
    } catch (error) {
      const problem = (error as Error).message
      log.warn(`The radar of ${source} could not be read: ${problem}`)
      if (!radar) throw unavailableError(problem)
      radar = { ...radar, problem }
    }
    readAt = performance.now()
    return radar
  }

  async function readSource(): Promise<string> {
    if (!/^https?:/i.test(source)) return readBounded(path.resolve(folder, source))
    const result = await (await integrations.reading()).read('url', source, {})
    const text = result.notModified ? undefined : result.files[0]?.text
    if (text === undefined) throw inputError(`There is no file at ${source}`)
    if (text.length > maxBytes) throw inputError(`The radar has more than ${maxBytes / 2 ** 20} MB`)
    return text
  }

  return {
    async get(): Promise<Radar> {
      if (radar && performance.now() - readAt < refreshMs) return radar
      reading ??= read().finally(() => (reading = undefined))
      return reading
    },
  }
}

async function readBounded(file: string): Promise<string> {
  const { size } = await stat(file)
  if (size > maxBytes) throw inputError(`The radar has more than ${maxBytes / 2 ** 20} MB`)
  return readFile(file, 'utf8')
}

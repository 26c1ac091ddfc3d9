import { AppError } from '@portico/core/common'
import { toDescriptorPath, type DiscoverySettings, type FoundRepository } from './discovery.ts'
import type { FindContext } from '../sources/source.ts'

const maxConcurrent = 8
const defaultCodeowners = ['CODEOWNERS', 'docs/CODEOWNERS']

/**
 * What files say about repositories that a list does not tell: whether there is a descriptor and, where there is none, who owns the code.
 * Files are read as on every host; those that filters leave out, and empty ones, are not looked into.
 */
export async function lookInto(
  repositories: readonly FoundRepository[],
  settings: DiscoverySettings,
  context: FindContext,
): Promise<FoundRepository[]> {
  const reading = await context.integrations.reading()

  async function read(repository: FoundRepository, branch: string, file: string): Promise<string | undefined> {
    const result = await reading.read('url', settings.targetOf(repository, branch, file), { signal: context.signal })
    return result.notModified ? '' : (result.files[0]?.text ?? '')
  }

  async function look(repository: FoundRepository): Promise<FoundRepository> {
    const branch = settings.filters?.branch ?? repository.defaultBranch
    if (branch === undefined || repository.hasDescriptor !== undefined) return repository
    const hasDescriptor = await isThere(read(repository, branch, toDescriptorPath(settings.catalogPath)))
    if (hasDescriptor !== false) return { ...repository, hasDescriptor }
    const more = await settings.detailsOf?.(repository, context)
    for (const file of settings.codeownersAt ?? defaultCodeowners) {
      const codeowners = await orUndefined(read(repository, branch, file))
      if (codeowners !== undefined) return { ...repository, ...more, hasDescriptor, codeowners }
    }
    return { ...repository, ...more, hasDescriptor }
  }

  return mapConcurrently(repositories, maxConcurrent, look)
}

/** Undefined where the credentials may not look: the catalog itself then tells of the file that it cannot read. */
async function isThere(reading: Promise<unknown>): Promise<boolean | undefined> {
  try {
    await reading
    return true
  } catch (error) {
    if (error instanceof AppError && error.name === 'NotFoundError') return false
    // The file is there, but is not one that can be read as text.
    if (error instanceof AppError && error.name === 'InputError') return true
    if (error instanceof AppError && error.details['hostStatus'] === 403) return undefined
    throw error
  }
}

async function orUndefined<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof AppError && ['NotFoundError', 'InputError'].includes(error.name)) return undefined
    throw error
  }
}

/** In order, a few at a time. The first failure ends it. */
export async function mapConcurrently<T, R>(items: readonly T[], max: number, run: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  let next = 0
  const work = async () => {
    for (let index = next++; index < items.length; index = next++) results[index] = await run(items[index] as T)
  }
  await Promise.all(Array.from({ length: Math.min(max, items.length) }, work))
  return results
}

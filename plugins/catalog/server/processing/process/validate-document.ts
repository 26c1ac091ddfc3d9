import type { LocationRef } from '@portico/catalog/common'
import { checkDocument, createLimitedRead } from '../read/document-limits.ts'
import { includedType } from '../read/included-file.ts'
import { fillPlaceholders, mayHavePlaceholders } from './placeholders.ts'
import { processDocuments, type FailedInput } from './process-documents.ts'
import { refOfDocument, type EntityError, type ProcessInput } from './process-entity.ts'
import type { SourceContext } from './process-source.ts'

/** Processes a document as if it stood in a file, and returns what is wrong with it. Which kinds may come from there is not asked. */
export async function validateDocument(document: unknown, location: LocationRef, context: SourceContext): Promise<readonly EntityError[]> {
  const input = await fill(document, location, context)
  const [output] = await processDocuments([input], { ...context, isAllowed: undefined }, () => refOfDocument(document))
  return output?.errors ?? []
}

async function fill(document: unknown, location: LocationRef, { readers, limits }: SourceContext): Promise<ProcessInput | FailedInput> {
  const origin = location
  const tooMuch = checkDocument(document, limits)
  if (tooMuch) return { problem: tooMuch }
  if (!mayHavePlaceholders(JSON.stringify(document) ?? '')) return { document, location, origin }
  const readText = async (target: string) => {
    const result = await readers.read(includedType(location.type, target), target, { origin: `${origin.type}:${origin.target}` })
    return result.notModified ? '' : (result.files[0]?.text ?? '')
  }
  try {
    const limited = createLimitedRead(readText, limits)
    return { document: await fillPlaceholders(document, { location, readers, readText: limited, limits }), location, origin }
  } catch (failure) {
    return { failure }
  }
}

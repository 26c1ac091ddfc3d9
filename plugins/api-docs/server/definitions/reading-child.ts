import { serveProcess } from '@portico/core/server/serve-process'
import type { DefinitionSource } from '../reading/definition-source.ts'
import { readDefinition } from '../reading/read-definition.ts'
import { documentsOf } from '../search/item-documents.ts'
import type { ReadingTexts } from './reading-process.ts'

// The program that reads definitions. It runs in a process of its own, which is ended when it takes too long or too much memory.

interface ReadMessage extends DefinitionSource {
  readonly maxBytes: number
}

async function read({ text, type, maxBytes }: ReadMessage): Promise<ReadingTexts> {
  const reading = await readDefinition({ text, type })
  const { outline, parts, problems } = reading
  const partTexts: [string, string][] = []
  let size = 0
  for (const id of Object.keys(parts)) {
    const json = JSON.stringify(parts[id])
    size += json.length
    if (size > maxBytes) throw new Error(`What it holds takes more than ${maxBytes / 1_000_000} MB`)
    partTexts.push([id, json])
  }
  const { format, version, counts } = outline
  return {
    outline: JSON.stringify(outline),
    problems: JSON.stringify(problems),
    counts: JSON.stringify(counts),
    documents: JSON.stringify(documentsOf(reading)),
    format,
    version,
    parts: partTexts,
  }
}

serveProcess(read)

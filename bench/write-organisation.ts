import { dump } from 'js-yaml'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { generateOrganisation, type OrganisationOptions } from './organisation.ts'

export interface WriteOptions extends OrganisationOptions {
  readonly folder: string
  readonly perFile: number
}

export interface Written {
  /** The Location to register. */
  readonly root: string
  readonly files: number
  readonly entities: number
  readonly bytes: number
}

/** Writes an organisation as catalog files of so many entities each, with one Location that leads to all of them. */
export function writeOrganisation({ folder, perFile, ...options }: WriteOptions): Written {
  if (!Number.isSafeInteger(perFile) || perFile < 1) throw new RangeError(`a file holds at least one entity, not ${perFile}`)
  mkdirSync(folder, { recursive: true })
  const targets: string[] = []
  let texts: string[] = []
  let entities = 0
  let bytes = 0

  function flush() {
    if (texts.length === 0) return
    const name = `part-${String(targets.length + 1).padStart(5, '0')}.yaml`
    const text = texts.join('---\n')
    writeFileSync(join(folder, name), text)
    targets.push(`./${name}`)
    bytes += Buffer.byteLength(text)
    texts = []
  }

  for (const entity of generateOrganisation(options)) {
    texts.push(dump(entity, { lineWidth: -1 }))
    entities++
    if (texts.length === perFile) flush()
  }
  flush()
  const root = join(folder, 'catalog-info.yaml')
  const location = { apiVersion: 'backstage.io/v1alpha1', kind: 'Location', metadata: { name: 'bench-organisation' }, spec: { targets } }
  writeFileSync(root, dump(location))
  return { root, files: targets.length, entities, bytes }
}

const usage = 'node bench/write-organisation.ts --folder <folder> [--entities 10000] [--seed 1] [--per-file 500]'

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      folder: { type: 'string' },
      entities: { type: 'string', default: '10000' },
      seed: { type: 'string', default: '1' },
      'per-file': { type: 'string', default: '500' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help || !values.folder) {
    console.log(usage)
    process.exitCode = values.help ? 0 : 1
  } else {
    const options = { entities: Number(values.entities), seed: Number(values.seed), perFile: Number(values['per-file']) }
    const written = writeOrganisation({ ...options, folder: resolve(values.folder) })
    console.log(`${written.entities} entities in ${written.files} files, ${(written.bytes / 1e6).toFixed(1)} MB: ${written.root}`)
  }
}

import { defineServerPlugin, runPortal } from '@portico/core/server'
import { searchService } from '@portico/search/server'
import { portal } from '../app/portal.ts'
import { generateSections } from './doc-sections.ts'
import { sectionLocation } from './judged-questions.ts'
import { generateOrganisation } from './organisation.ts'

// The portal as people run it, with as many invented sections of documentation as the environment asks for.
const count = Number(process.env['PORTICO_BENCH_SECTIONS'] ?? 0)
const seed = Number(process.env['PORTICO_BENCH_SEED'] ?? 1)
const entities = Number(process.env['PORTICO_BENCH_ENTITIES'] ?? 100)

// Invented before the server starts: what is measured is the run, and not how long it takes to invent an organisation.
const components = [...generateOrganisation({ entities, seed })]
  .filter(({ kind }) => kind === 'Component')
  .map(({ kind, metadata: { name } }) => ({ kind, metadata: { name } }))

const sections = defineServerPlugin({
  id: 'bench-sections',
  uses: { search: searchService },
  setup(_core, { search }) {
    search.registerSource({
      type: 'sections',
      schedule: { frequency: { trigger: 'manual' }, timeout: { minutes: 10 } },
      async *documents() {
        for (const section of generateSections(components, { sections: count, seed })) {
          const { entity, path, title, text } = section
          yield { title, text, path, kind: entity.kind, name: entity.metadata.name, location: sectionLocation(section) }
        }
      },
    })
  },
})

await runPortal({ ...portal, plugins: [...portal.plugins, sections] })

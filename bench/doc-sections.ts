import type { Entity } from './entity.ts'
import { createRandom, type Random } from './random.ts'
import { sentence, subjects, technologies } from './words.ts'

/** What documentation needs to know of an entity. */
type DocumentedEntity = Pick<Entity, 'kind'> & { readonly metadata: Pick<Entity['metadata'], 'name'> }

/** A section of documentation, as a search document holds it. */
export interface DocSection {
  readonly entity: DocumentedEntity
  readonly path: string
  readonly title: string
  readonly text: string
}

const topics =
  `Overview Architecture Install Configure Deploy Rollback Monitoring Alerts Runbook Troubleshooting Migration Backup Restore Scaling Limits
Security Secrets Authentication Permissions Testing Releases Glossary Contacts Costs Retention`.split(/\s+/)

/** Invented documentation: so many sections, spread over the components, the same ones for the same seed. */
export function* generateSections(
  entities: Iterable<DocumentedEntity>,
  { sections, seed }: { readonly sections: number; readonly seed: number },
): Generator<DocSection, void> {
  const perEntity = 5
  let made = 0
  for (const entity of entities) {
    if (entity.kind !== 'Component') continue
    for (let index = 0; index < perEntity; index++) {
      if (made === sections) return
      made += 1
      yield toSection(entity, createRandom(seed, 'section', entity.metadata.name, index), index)
    }
  }
}

function toSection(entity: DocumentedEntity, random: Random, index: number): DocSection {
  const topic = random.pick(topics)
  const title = index === 0 ? `${topic} of ${entity.metadata.name}` : `${topic}: ${random.pick(subjects)} and ${random.pick(technologies)}`
  const text = Array.from({ length: random.between(3, 9) }, () => sentence(random)).join(' ')
  return { entity, path: `${topic.toLowerCase()}/#${random.pick(subjects)}-${index}`, title, text }
}

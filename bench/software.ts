import { apiDefinition } from './definitions.ts'
import type { Counts, Entity, EntityKind } from './entity.ts'
import { capitalised, sentences, type People } from './people.ts'
import { createRandom, type Random } from './random.ts'
import { qualities, subjects, technologies } from './words.ts'

const tags = [...technologies, ...subjects.slice(0, 150)]
const componentTypes = ['service', 'service', 'service', 'website', 'library', 'library', 'mobile-app', 'data-pipeline', 'tool']
const lifecycles = ['production', 'production', 'production', 'production', 'experimental', 'deprecated']
const resourceTypes = ['database', 'database', 'queue', 'bucket', 'cache', 'kubernetes-cluster', 'secret-store']

/** Domains, systems, resources, APIs and components, with the relations that real ones have. */
export function createSoftware(seed: number, counts: Counts, people: Pick<People, 'owner'>) {
  const nameOf = (kind: EntityKind, index: number) => {
    const random = createRandom(seed, 'name', kind, index)
    return `${random.pick(qualities)}-${random.pick(subjects)}-${random.pick(subjects)}-${index.toString(36)}`
  }

  /** Owner and system, asked for by the component itself and by the APIs it provides. */
  function placeOf(component: number) {
    const random = createRandom(seed, 'place', component)
    const owner = people.owner(random)
    return { owner, ...(random.chance(0.92) && { system: nameOf('System', random.zipf(counts.System, 0.6)) }) }
  }

  const providerOf = (api: number) => Math.floor((api * counts.Component) / counts.API)

  /** The APIs of a component: the inverse of `providerOf`. */
  function providedBy(component: number): number[] {
    const apis: number[] = []
    for (let api = Math.ceil((component * counts.API) / counts.Component); api < counts.API && providerOf(api) === component; api++)
      apis.push(api)
    return apis
  }

  function several(random: Random, max: number, draw: () => number): number[] {
    return [...new Set(Array.from({ length: random.between(0, max) }, draw))]
  }

  function envelope(kind: EntityKind, index: number, random: Random, spec: Record<string, unknown>): Entity {
    const name = nameOf(kind, index)
    const repository = `bench/${name}`
    const extra = Object.fromEntries(
      Array.from({ length: random.between(1, 4) }, () => random.pick(subjects)).map(subject => [
        `bench.example/${subject}-dashboard`,
        `https://dashboards.bench.example/d/${subject}/${name}?from=now-${random.between(1, 48)}h`,
      ]),
    )
    return {
      apiVersion: 'backstage.io/v1alpha1',
      kind,
      metadata: {
        name,
        title: capitalised(name),
        description: sentences(random, 1, 4),
        labels: {
          'bench.example/tier': String(random.between(1, 3)),
          'bench.example/region': random.pick(['eu-west', 'eu-north', 'us-east', 'ap-south']),
          'bench.example/cost-centre': String(random.between(1000, 9999)),
        },
        annotations: {
          'github.com/project-slug': repository,
          'circleci.com/project-slug': `github/${repository}`,
          'backstage.io/kubernetes-id': name,
          'sonarqube.org/project-key': repository.replace('/', '_'),
          'sentry.io/project-slug': repository,
          ...extra,
        },
        tags: [...new Set(Array.from({ length: random.between(2, 6) }, () => tags[random.zipf(tags.length, 1)]!))],
        links: [
          { url: `https://dashboards.bench.example/d/${name}`, title: 'Dashboard', icon: 'dashboard' },
          { url: `https://wiki.bench.example/spaces/runbooks/${name}`, title: 'Runbook', icon: 'docs' },
          { url: `https://chat.bench.example/channels/${random.pick(subjects)}`, title: 'Chat', icon: 'chat' },
        ].slice(0, random.between(1, 3)),
      },
      spec,
    }
  }

  function domain(index: number): Entity {
    const random = createRandom(seed, 'domain', index)
    const parent = index > 3 && random.chance(0.5) ? { subdomainOf: nameOf('Domain', random.between(0, Math.floor(index / 2))) } : {}
    return envelope('Domain', index, random, { owner: people.owner(random), type: 'product-area', ...parent })
  }

  function system(index: number): Entity {
    const random = createRandom(seed, 'system', index)
    const owner = people.owner(random)
    return envelope('System', index, random, {
      owner,
      ...(random.chance(0.9) && { domain: nameOf('Domain', random.zipf(counts.Domain, 0.5)) }),
      type: 'product',
    })
  }

  function resource(index: number): Entity {
    const random = createRandom(seed, 'resource', index)
    const dependsOn = index > 0 && random.chance(0.3) ? [`resource:default/${nameOf('Resource', random.zipf(index, 1))}`] : []
    const system = nameOf('System', random.zipf(counts.System, 0.6))
    return envelope('Resource', index, random, { type: random.pick(resourceTypes), owner: people.owner(random), system, dependsOn })
  }

  function api(index: number): Entity {
    const random = createRandom(seed, 'api', index)
    const { type, definition } = apiDefinition(random, nameOf('API', index))
    return envelope('API', index, random, { type, lifecycle: random.pick(lifecycles), ...placeOf(providerOf(index)), definition })
  }

  /** Dependencies lead to components of a lower number only, so there are no circles and the first ones are the most leaned upon. */
  function component(index: number): Entity {
    const random = createRandom(seed, 'component', index)
    const components =
      index === 0 ? [] : several(random, 3, () => random.zipf(index, 0.8)).map(other => `component:default/${nameOf('Component', other)}`)
    const resources = several(random, 2, () => random.zipf(counts.Resource, 0.7)).map(
      other => `resource:default/${nameOf('Resource', other)}`,
    )
    const provided = providedBy(index)
    const consumed = several(random, 4, () => random.zipf(counts.API, 0.9)).filter(other => !provided.includes(other))
    return envelope('Component', index, random, {
      type: random.pick(componentTypes),
      lifecycle: random.pick(lifecycles),
      ...placeOf(index),
      ...(index > 0 && random.chance(0.03) && { subcomponentOf: nameOf('Component', random.between(0, index - 1)) }),
      providesApis: provided.map(other => nameOf('API', other)),
      consumesApis: consumed.map(other => nameOf('API', other)),
      dependsOn: [...components, ...resources],
    })
  }

  return { domain, system, resource, api, component }
}

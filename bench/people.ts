import type { Counts, Entity } from './entity.ts'
import { createRandom, type Random } from './random.ts'
import { familyNames, givenNames, qualities, sentence, subjects } from './words.ts'

const breadth = 6

export type People = ReturnType<typeof createPeople>

/** Groups as a tree in which every group has up to six below it, and users who belong to the leaves. */
export function createPeople(seed: number, counts: Counts) {
  const firstLeaf = counts.Group === 1 ? 0 : Math.floor((counts.Group - 2) / breadth) + 1

  function groupName(index: number): string {
    const random = createRandom(seed, 'group-name', index)
    return index === 0 ? 'whole-company' : `${random.pick(qualities)}-${random.pick(subjects)}-${index.toString(36)}`
  }

  function userName(index: number): string {
    const { given, family } = personOf(index)
    return `${given}.${family}.${index.toString(36)}`.toLowerCase()
  }

  function personOf(index: number) {
    const random = createRandom(seed, 'user-name', index)
    return { given: random.pick(givenNames), family: random.pick(familyNames) }
  }

  function group(index: number): Entity {
    const random = createRandom(seed, 'group', index)
    const name = groupName(index)
    const children = Array.from({ length: breadth }, (_, child) => index * breadth + 1 + child).filter(child => child < counts.Group)
    return {
      apiVersion: 'backstage.io/v1alpha1',
      kind: 'Group',
      metadata: {
        name,
        description: sentences(random, 2, 4),
        labels: { 'bench.example/cost-centre': String(random.between(1000, 9999)), 'bench.example/site': random.pick(subjects) },
        annotations: {
          'github.com/team-slug': `bench/${name}`,
          'bench.example/chat-channel': `#${name}`,
          'bench.example/pager-schedule': `https://pager.bench.example/schedules/${name}`,
          'bench.example/wiki-space': `https://wiki.bench.example/spaces/${name}`,
          'bench.example/board': `https://boards.bench.example/${name}/sprint-${random.between(1, 99)}`,
          'bench.example/headcount-plan': `FY${random.between(24, 28)}-${random.between(2, 40)}`,
        },
        links: [{ url: `https://chat.bench.example/channels/${name}`, title: 'Ask us', icon: 'chat' }],
      },
      spec: {
        type: index === 0 ? 'organization' : children.length > 0 ? 'department' : 'team',
        profile: { displayName: capitalised(name), email: `${name}@bench.example` },
        ...(index > 0 && { parent: groupName(Math.floor((index - 1) / breadth)) }),
        children: children.map(groupName),
      },
    }
  }

  function user(index: number): Entity {
    const random = createRandom(seed, 'user', index)
    const name = userName(index)
    const { given, family } = personOf(index)
    const home = random.between(firstLeaf, counts.Group - 1)
    const second = random.chance(0.2) ? [random.between(0, counts.Group - 1)] : []
    const memberOf = [...new Set([home, ...second])].map(groupName)
    return {
      apiVersion: 'backstage.io/v1alpha1',
      kind: 'User',
      metadata: {
        name,
        description: sentences(random, 1, 3),
        annotations: {
          'github.com/user-login': name.replaceAll('.', '-'),
          'okta.com/email': `${name}@bench.example`,
          'bench.example/employee-number': String(random.between(100_000, 999_999)),
          'bench.example/started-on': `20${random.between(10, 26)}-0${random.between(1, 9)}-${random.between(10, 28)}`,
          'bench.example/time-zone': random.pick(['Europe/Lisbon', 'Europe/Berlin', 'America/Bogota', 'Asia/Seoul', 'Africa/Nairobi']),
          'bench.example/desk': `${random.between(1, 9)}-${random.between(100, 999)}`,
        },
        links: [{ url: `https://people.bench.example/${name}`, title: 'Directory', icon: 'user' }],
      },
      spec: { profile: { displayName: `${given} ${family}`, email: `${name}@bench.example` }, memberOf },
    }
  }

  /** A few groups own much; which ones is spread over the tree rather than gathered at its root. */
  function owner(random: Random): string {
    if (random.chance(0.05)) return `user:default/${userName(random.between(0, counts.User - 1))}`
    const rank = random.zipf(counts.Group, 0.9)
    return `group:default/${groupName((rank * spread(counts.Group) + firstLeaf) % counts.Group)}`
  }

  return { group, user, owner }
}

/** Some sentences as one text. */
export function sentences(random: Random, min: number, max: number): string {
  return Array.from({ length: random.between(min, max) }, () => sentence(random)).join(' ')
}

/** A name as a title. */
export function capitalised(name: string): string {
  return name.replaceAll('-', ' ').replace(/^./, letter => letter.toUpperCase())
}

/** A step that visits every number below `count` once: it shares no factor with it. */
function spread(count: number): number {
  let step = Math.max(1, Math.floor(count * 0.618))
  while (divisor(step, count) > 1) step++
  return step
}

function divisor(a: number, b: number): number {
  return b === 0 ? a : divisor(b, a % b)
}

import type { DocSection } from './doc-sections.ts'
import type { Entity } from './entity.ts'
import { createRandom, type Random } from './random.ts'

/** A question and where the right answer leads: one of these. */
export interface JudgedQuestion {
  readonly term: string
  readonly locations: readonly string[]
}

const examples = `
booking service|component/booking-service
booking-service|component/booking-service
bookingservice|component/booking-service
BookingService|component/booking-service
boking service|component/booking-service
booking servcie|component/booking-service
booking api|api/booking-api
kind:api booking|api/booking-api
booking database|resource/booking-db
booking db|resource/booking-db
quote|component/quote-engine
quote engine|component/quote-engine
qoute engine|component/quote-engine
label press|component/label-press
thermal printers|component/label-press
larkpost.example|component/larkpost-site
larkpost site|component/larkpost-site
invoice|component/invoice-runner
invioce runner|component/invoice-runner
rider app|component/rider-app
riderapp|component/rider-app
rider ap|component/rider-app
demand|component/demand-forecast
forcast|component/demand-forecast
doorstep photos|resource/doorstep-photos
proof of delivery|resource/doorstep-photos
dispatch planner|component/dispatch-planner
dispatch plan|component/dispatch-planner
dispach planner|component/dispatch-planner
dispatch api|api/dispatch-api
tracking page|component/tracking-page
tracking service|component/tracking-service
traking service|component/tracking-service
tracking graph|api/tracking-graph
graphql|api/tracking-graph
parcel events|api/parcel-events
parcel log|resource/parcel-log
parcel kit|component/parcel-kit
kafka topics|resource/parcel-log
journey pipeline|component/journey-pipeline
jounrey pipeline|component/journey-pipeline
journey warehouse|resource/journey-warehouse
locker firmware|component/locker-firmware
locker firmwear|component/locker-firmware
locker gateway|component/locker-gateway
lockergateway|component/locker-gateway
locker control|api/locker-control
street cluster|resource/street-cluster
kubernetes nine nodes|resource/street-cluster
lamplighters|group/lamplighters
lamplihgters|group/lamplighters
switchboard|group/switchboard
groundwork|group/groundwork
grounwork|group/groundwork
front door|group/front-door
front-door|group/front-door
winter readiness|group/winter-readiness
noor haddad|user/noor.haddad
nor hadad|user/noor.haddad
petra zeman|user/petra.zeman
rafael moreau|user/rafael.moreau
mwangi|user/mwangi.kariuki
"bin-packing problem"|user/jonas.lindqvist
node service|template/node-service
handbook|template/handbook-site
kind:domain delivery|domain/delivery
kind:system tracking|system/tracking
kind:system billing|system/billing
street network|domain/street-network
commerce|domain/commerce
the booking service|component/booking-service
booked services|component/booking-service
bookings database|resource/booking-db
quotes engines|component/quote-engine
labels pressed|component/label-press
thermal printer|component/label-press
invoicing|component/invoice-runner
invoiced runners|component/invoice-runner
forecasting|component/demand-forecast
demands forecasted|component/demand-forecast
proofs of deliveries|resource/doorstep-photos
the dispatch planner|component/dispatch-planner
dispatching planners|component/dispatch-planner
tracked pages|component/tracking-page
lockers gateways|component/locker-gateway
lockers controlling|api/locker-control
a street cluster|resource/street-cluster
kind:domain deliveries|domain/delivery
street networking|domain/street-network
`

/** Questions over the example organisation, by hand. */
export const exampleQuestions: readonly JudgedQuestion[] = examples
  .trim()
  .split('\n')
  .map(line => {
    const [term = '', place = ''] = line.split('|')
    return { term, locations: [`/catalog/default/${place}`] }
  })

/** Questions over a generated organisation: names whole, in parts, joined, with mistakes, in other forms, people, owners, phrases and sections of docs. */
export function generatedQuestions(entities: readonly Entity[], sections: readonly DocSection[], seed: number): JudgedQuestion[] {
  const random = createRandom(seed, 'judged')
  const named = entities.filter(({ kind }) => !['User', 'Group'].includes(kind))
  const people = entities.filter(({ kind }) => kind === 'User')
  const chosen = Array.from({ length: 15 }, () => random.pick(named))
  const toName = [
    (name: string) => name,
    (name: string) => name.replaceAll('-', ' '),
    (name: string) => name.replaceAll('-', ''),
    (name: string) => name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase()),
    (name: string) => mistaken(name, random),
    (name: string) => name.split('-').toReversed().join(' '),
    (name: string) => `the ${name.split('-').map(toOtherForm).join(' ')}`,
  ]
  return [
    ...chosen.flatMap(entity => toName.map(change => ({ term: change(entity.metadata.name), locations: [locationOf(entity)] }))),
    ...Array.from({ length: 15 }, () => random.pick(people)).map(entity => ({
      term: mistaken(entity.metadata.name.replaceAll('.', ' '), random),
      locations: [locationOf(entity)],
    })),
    ...Array.from({ length: 10 }, () => random.pick(named)).map(entity => {
      const phrase = entity.metadata.description.split(' ').slice(0, 4).join(' ')
      return { term: `"${phrase}" ${entity.metadata.name.split('-')[0]}`, locations: meeting(entities, phrase, entity) }
    }),
    ...Array.from({ length: 10 }, () => random.pick(named)).map(entity => ({
      term: `kind:${entity.kind} owner:${String(entity.spec['owner']).split('/').at(-1)} ${entity.metadata.name.split('-')[1]}`,
      locations: ownedLike(entities, entity),
    })),
    ...Array.from({ length: 15 }, () => random.pick(sections.filter(({ title }) => title.includes(' of ')))).map(section => ({
      term: section.title,
      locations: [sectionLocation(section)],
    })),
  ]
}

/** Another form of a word: `gateways`, `policies`, `process`. */
function toOtherForm(word: string): string {
  if (word.length < 4 || /\d/.test(word)) return word
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`
  if (/(ss|sh|ch|x)$/.test(word)) return `${word}es`
  return word.endsWith('s') ? word.slice(0, -1) : `${word}s`
}

export function locationOf({ kind, metadata }: Entity): string {
  return `/catalog/default/${kind}/${metadata.name}`.toLowerCase()
}

export function sectionLocation({ entity, path }: DocSection): string {
  return `/docs/default/${entity.kind}/${entity.metadata.name}/${path}`.toLowerCase()
}

/** One mistake in the longest word: a letter left out, doubled, or swapped with its neighbour. */
function mistaken(text: string, random: Random): string {
  const longest = text.split(/[-. ]/).reduce((best, word) => (word.length > best.length ? word : best))
  const at = random.between(1, longest.length - 2)
  const wrong = random.pick([
    longest.slice(0, at) + longest.slice(at + 1),
    longest.slice(0, at) + longest[at]! + longest.slice(at),
    longest.slice(0, at) + longest[at + 1]! + longest[at]! + longest.slice(at + 2),
  ])
  return text.replace(longest, wrong)
}

/** All entities with a phrase in their description and the first part of the name of one of them. */
function meeting(entities: readonly Entity[], phrase: string, { metadata }: Entity): string[] {
  const part = metadata.name.split('-')[0]!
  return entities.filter(each => each.metadata.description.includes(phrase) && each.metadata.name.split('-').includes(part)).map(locationOf)
}

/** All entities of the kind and owner of one that share the second part of its name. */
function ownedLike(entities: readonly Entity[], { kind, spec, metadata }: Entity): string[] {
  const part = metadata.name.split('-')[1]!
  return entities
    .filter(each => each.kind === kind && each.spec['owner'] === spec['owner'] && each.metadata.name.split('-').includes(part))
    .map(locationOf)
}

const split = (text: string) => text.trim().split(/\s+/)

/** First halves of names. */
export const qualities = split(`amber autumn bold brass brisk bright calm cedar clear cobalt copper coral crisp dapper deep early ember even
fair fern flint frost gentle golden granite hazel humble indigo iron ivory jade keen lively lucid lunar maple mellow merry misty noble nimble
north oaken ochre olive opal patient pearl plain polar proud quick quiet rapid rustic sage sandy scarlet silent silver sly snowy solar south
spare stark steady still stout sunny swift tidal timber tiny umber upper vast velvet vivid warm west wild winter wise`)

/** What software is about; also the less common tags. */
export const subjects =
  split(`account address alert allocation archive asset attendance audit balance basket batch benefit bill booking budget
calendar campaign capacity card cart case catalogue charge checkout claim clinic contract coupon courier credit customer delivery demand depot
device discount dispatch document dunning energy estimate event exchange expense feedback fleet forecast fraud freight gateway grant guest
harvest health identity incident inventory invoice itinerary journey kitchen label ledger lesson licence loan location loyalty mandate margin
market menu message meter mileage movement notice offer order outage parcel partner passenger patient payment payroll permit policy portfolio
prescription price product profile promotion proof quota quote rating receipt recipe refund region rental report request reservation return
review rider roster route salary sample schedule seat settlement shift shipment signal slot statement stock storage subscription supplier
survey tariff tax tenant ticket timetable tour track trade transfer translation trip usage vendor venue voucher wage warehouse warranty weather`)

/** The common tags, the most common first. */
export const technologies =
  split(`typescript java python go kotlin postgresql kafka kubernetes react terraform csharp redis rest grpc graphql rust
scala swift node spring django aws gcp azure elasticsearch airflow dbt spark flink ruby php c++ elixir vue angular internal public pii batch
streaming real-time machine-learning tier-1 tier-2 tier-3 legacy mobile android ios payments gdpr`)

export const givenNames =
  split(`Ada Amir Anouk Ayo Bela Bruno Carla Chen Daan Dilan Edda Elif Emil Esra Farah Felix Gita Goran Hana Hugo Ida Ilse
Ivo Jana Jorge Juno Kaya Kofi Lara Leon Lina Luca Maja Malik Marta Milo Nadia Nils Noa Olga Omar Otto Pia Priya Quinn Rana Remy Rosa Sami Selma
Tariq Tess Uma Vera Vito Wanda Xenia Yara Yusuf Zoe`)

export const familyNames =
  split(`Abeling Adeyemi Aksoy Almeida Andersson Baptiste Bauer Berg Bianchi Bosman Castro Cohen Costa Dahl Demir Dubois
Eriksen Farkas Fischer Fontaine Garcia Gupta Haas Hansen Horvat Ibrahim Ito Jansen Jovic Kaminski Kaya Keller Khan Kim Kovacs Larsen Lindgren
Lopez Maes Marino Mensah Meyer Moreno Nagy Nakamura Nowak Okafor Olsen Oliveira Park Patel Peeters Popescu Rahman Reyes Ricci Rossi Santos
Sato Schmitt Silva Singh Smit Sokol Svensson Tanaka Toth Vargas Visser Wagner Weber Winter Wolf Yilmaz Zhang Ziegler`)

const openings =
  split(`Accepts Answers Assigns Balances Calculates Checks Collects Compares Confirms Corrects Counts Delivers Enriches Exports
Filters Forwards Imports Keeps Matches Measures Merges Notifies Predicts Publishes Reconciles Records Renders Reports Routes Schedules Sends
Sorts Stores Summarises Tracks Translates Validates Watches`)

const endings = [
  'for partners in four countries',
  'as soon as a change arrives',
  'every night before the offices open',
  'so that support sees the same numbers as finance',
  'within two hundred milliseconds, also on the first of the month',
  'and keeps a trail of who asked',
  'on behalf of the mobile apps',
  'from files that suppliers still send by hand',
  'until the old system is switched off',
  'and retries for a day when the other side is away',
  'with a review by a person above a limit',
  'without ever holding personal data',
]

/** One sentence about a subject, chosen by the stream that is handed in. */
export function sentence(random: { pick<T>(items: readonly T[]): T }): string {
  return `${random.pick(openings)} ${random.pick(subjects)} and ${random.pick(subjects)} data ${random.pick(endings)}.`
}

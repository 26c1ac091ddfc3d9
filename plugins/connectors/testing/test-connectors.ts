/** A connector that reads one annotation of a scripted tool. */
const connector = (name: string, spec: string, annotation = 'tool/app') => `apiVersion: portico/v1
kind: Connector
metadata: { name: ${name}, title: ${name} }
spec:
  annotations: [{ key: ${annotation} }]
  target: { auth: [none, bearer, basic, header, oauth], limits: { perMinute: 10000, concurrent: 8 } }
${spec.replaceAll(/^/gm, '  ')}
`
const shipping = connector(
  'shipping',
  `requests:
  - { name: app, path: '/apps/{$annotation("tool/app")}', query: { with: [a, b] }, every: 1h, none: [404] }
  - { name: more, when: '$fact("id") != null', path: '/more/{$fact("id")}', every: 1h }
facts:
  - { name: id, title: Id, type: text, from: app, value: answer.id }
  - { name: sync, title: Sync, type: state, from: app, value: answer.sync, states: { Synced: ok, '*': warning }, indexed: true }
  - { name: count, title: Count, type: number, from: app, value: answer.count }
  - { name: list, title: List, type: list, from: more, value: 'answer.items.{"name": name, "at": at}', columns: [{ name: name, title: Name }, { name: at, title: At, type: date }] }
  - { name: twice, title: Twice, type: number, value: '$fact("count") * 2' }
views:
  - { type: card, href: '{target.webUrl}/{entity.metadata.name}', sections: [{ facts: [sync, count] }, { series: count }] }
  - { type: state, fact: sync }
  - { type: column, fact: sync }
  - { type: widget, facts: [sync] }
actions:
  - name: sync
    title: Sync
    confirm: 'Sync {$annotation("tool/app")}?'
    form: { type: object, required: [reason], properties: { reason: { type: string, maxLength: 20 }, prune: { type: boolean, default: false } } }
    request: { path: '/apps/{$annotation("tool/app")}/sync', body: { reason: '{input.reason}', prune: '{input.prune}', by: '{user.ref}' } }
    refresh: [app]
webhooks:
  - { verify: { type: hmac-sha256, header: x-signature, prefix: 'sha256=' }, entities: body.app, key: tool/app, refresh: [app] }`,
)
const hostile = connector(
  'hostile',
  `requests:
  - { name: loop, path: /ok, every: 1h }
  - { name: pages, path: '/pages', paging: { next: answer.next, as: cursor, items: answer.items, max: 3 }, every: 1h }
facts:
  - { name: endless, title: Endless, type: number, from: loop, value: '($f := function($n) { $f($n + 1) }; $f(0))' }
  - { name: huge, title: Huge, type: number, from: loop, value: '$count([1..9999999].{ "a": $string($) & "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx" })' }
  - { name: good, title: Good, type: number, from: loop, value: answer.count }
  - { name: wrong, title: Wrong, type: number, from: loop, value: answer }
  - { name: pages, title: Pages, type: number, from: pages, value: $count(answer) }`,
  'tool/hostile',
)
const faulty = connector(
  'faulty',
  `requests:
  - { name: good, path: /ok, every: 1h }
  - { name: fault, path: /fault, every: 1h }
facts:
  - { name: good, title: Good, type: number, from: good, value: answer.count }
  - { name: fault, title: Fault, type: text, from: fault, value: answer.x }
views: [{ type: card, facts: [good] }]`,
  'tool/faulty',
)
const batched = connector(
  'batched',
  `requests:
  - { name: all, path: /all, query: { keys: '{$join(keys, ",")}' }, batch: { size: 10, key: '{$annotation("tool/batch")}', items: answer, of: item.key }, every: 1h, accept: auto }
facts:
  - { name: total, title: Total, type: number, from: all, value: '$sum(answer.$number(amount))' }`,
  'tool/batch',
)

const slow = connector(
  'slow',
  `requests: [{ name: one, path: /slow, every: 1h }]
facts: [{ name: count, title: Count, type: number, from: one, value: answer.count }]
views: [{ type: card, facts: [count] }]`,
)
const secured = connector(
  'secured',
  `match: '$number(entity.metadata.title ? entity.metadata.title : "1") = 1'
requests: [{ name: one, path: '/secured/{entity.metadata.name}', every: 1h }]
facts: [{ name: count, title: Count, type: number, from: one, value: answer.count }]
views: [{ type: card, facts: [count] }]`,
  'tool/secured',
)

/** Documents of connectors of a scripted tool, each for something else that tools and documents do. */
export const testConnectors = { shipping, hostile, faulty, batched, slow, secured }

/** A target that gives tokens by client credentials. */
export const securedTarget = (url: string) => ({
  baseUrl: url,
  auth: { type: 'oauth', tokenUrl: `${url}/token`, clientId: 'portal', clientSecret: 'client-secret' },
})

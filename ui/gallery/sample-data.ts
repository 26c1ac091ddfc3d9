/** A sample service of the gallery. */
export interface SampleService {
  readonly metadata: { readonly name: string; readonly description: string; readonly tags: readonly string[] }
  readonly spec: { readonly owner: string; readonly lifecycle: string; readonly type: string }
  readonly requests: number
}

const owners = ['team-checkout', 'team-search', 'team-platform', 'team-data']
const lifecycles = ['production', 'experimental', 'deprecated']
const types = ['service', 'website', 'library']
const tags = ['java', 'go', 'typescript', 'grpc', 'data', 'public', 'payments']
const nouns = ['orders', 'cart', 'catalog', 'search', 'billing', 'identity', 'shipping', 'pricing', 'reviews', 'media']

/** The same services every time. */
export function toServices(count: number): readonly SampleService[] {
  return Array.from({ length: count }, (_, index) => ({
    metadata: {
      name: `${nouns[index % nouns.length]}-${types[index % 3]}${index < 10 ? '' : `-${Math.floor(index / 10)}`}`,
      description: 'Takes what customers put together, checks that it can be delivered, and hands it on to those who pack it',
      tags: tags.slice(index % 3, (index % 3) + 2 + (index % 4)),
    },
    spec: {
      owner: owners[index % 4] ?? '',
      lifecycle: lifecycles[index % 3] ?? '',
      type: types[index % 3] ?? '',
    },
    requests: (index * 7919) % 100_000,
  }))
}

/** A log in colours. */
export function toLog(count: number): string {
  const lines = ['\u001b[1m$ npm run build\u001b[0m', '\u001b[36minfo\u001b[0m Reading the configuration']
  for (let index = lines.length; index < count; index++) {
    const time = new Date(Date.UTC(2026, 10, 15, 8, 0, index)).toISOString()
    if (index % 97 === 13)
      lines.push(`\u001b[2m${time}\u001b[0m \u001b[31merror\u001b[0m Could not reach the registry, trying again in 4 s`)
    else if (index % 41 === 7)
      lines.push(`\u001b[2m${time}\u001b[0m \u001b[33mwarn\u001b[0m  The option \u001b[4mfast\u001b[0m is old; use \u001b[1mspeed\u001b[0m`)
    else
      lines.push(
        `\u001b[2m${time}\u001b[0m \u001b[32mok\u001b[0m    Compiled module ${index} of ${count} in ${(index * 37) % 400} ms (src/modules/part-${index}/index.ts)`,
      )
  }
  return lines.join('\n')
}

/** A graph of a given size: some systems, each with parts that depend on others. */
export function toGraph(count: number) {
  const kinds = ['system', 'component', 'api', 'resource']
  const nodes = Array.from({ length: count }, (_, index) => ({
    id: `n${index}`,
    label: `${nouns[index % nouns.length]}-${index}`,
    hint: kinds[index % 4] ?? '',
    kind: kinds[index % 4] ?? 'component',
  }))
  const edges = nodes.slice(1).flatMap((node, offset) => {
    const index = offset + 1
    const edge = { from: `n${Math.floor((index - 1) / 3)}`, to: node.id, ...(index < 4 && { label: 'hasPart' }) }
    return index % 5 === 0 ? [edge, { from: `n${Math.floor(index / 2)}`, to: node.id }] : [edge]
  })
  return { nodes, edges }
}

/** An entity as people write it. */
export const sampleEntity = {
  apiVersion: 'backstage.io/v1alpha1',
  kind: 'Component',
  metadata: {
    name: 'orders-service',
    description: 'Takes orders',
    tags: ['java', 'grpc'],
    annotations: { 'backstage.io/source-location': 'url:https://git.example.com/shop/orders' },
    links: [{ url: 'https://dashboards.example.com/orders', title: 'Dashboard' }],
  },
  spec: { type: 'service', lifecycle: 'production', owner: 'team-checkout', replicas: 3, public: false, parent: null },
}

export const sampleMarkdown = `# Orders

Takes what customers put together. **Read first**: [the runbook](/docs/orders) and [the dashboard](https://dashboards.example.com).

- checks the stock
- reserves it for *ten minutes*
- asks \`billing-service\` for the money

| Queue | Messages |
| --- | --- |
| orders | 12 |
| retries | 0 |

> Nothing here runs a script: <script>alert(1)</script> and [this](javascript:alert(1)) stay words.

\`\`\`yaml
kind: Component
metadata:
  name: orders-service # the one
\`\`\`
`

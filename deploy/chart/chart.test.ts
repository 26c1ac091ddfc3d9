import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { load } from 'js-yaml'
import { describe, expect, it } from 'vitest'
import { chart, hasHelm, helm, render, type Manifest } from './helm.ts'
import { schemaMistakes } from './kubernetes-schema.ts'

const trial = 'database.embedded.enabled=true'

// oxlint-disable-next-line no-console -- who reads the run should know what it did not show
if (!hasHelm) console.info('Helm is not on this machine, and no package has it for this platform: the chart is not tested')

describe.skipIf(!hasHelm)('the chart', () => {
  it.each([
    ['trial', ['ConfigMap', 'Pod', 'Service', 'ServiceAccount', 'StatefulSet']],
    [
      'production',
      [
        'ConfigMap',
        'Deployment',
        'HorizontalPodAutoscaler',
        'Ingress',
        'NetworkPolicy',
        'Pod',
        'PodDisruptionBudget',
        'Service',
        'ServiceAccount',
        'ServiceMonitor',
      ],
    ],
    [
      'hardened',
      [
        'ClusterRole',
        'ClusterRoleBinding',
        'ConfigMap',
        'Deployment',
        'HTTPRoute',
        'NetworkPolicy',
        'Pod',
        'PodDisruptionBudget',
        'Service',
        'ServiceAccount',
      ],
    ],
  ])('renders for %s what Kubernetes accepts', async (values, kinds) => {
    const { manifests, error } = await render(values)
    expect(error).toBe('')
    expect(manifests.map(({ kind }) => kind).sort()).toEqual(kinds)
    expect(await schemaMistakes(manifests)).toEqual([])
    expect((await helm('lint', '--strict', chart, '--values', path.resolve('deploy/chart/values', `${values}.yaml`))).code).toBe(0)
  })

  it.each(['trial', 'production', 'hardened'])('gives pods for %s no rights that they do not need', async values => {
    const { manifests } = await render(values)
    for (const { spec } of [workload(manifests).spec.template, find(manifests, 'Pod')]) {
      expect(spec.securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } })
      expect(spec.automountServiceAccountToken).toBe(values === 'hardened' && spec.restartPolicy === undefined)
      for (const { securityContext } of spec.containers)
        expect(securityContext).toMatchObject({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          runAsNonRoot: true,
          capabilities: { drop: ['ALL'] },
        })
    }
  })

  it('keeps the embedded database on a volume, and its one pod', async () => {
    const { manifests } = await render('trial')
    const { kind, spec } = workload(manifests)
    expect([kind, spec.replicas]).toEqual(['StatefulSet', 1])
    expect(spec.volumeClaimTemplates[0]).toMatchObject({
      metadata: { name: 'data' },
      spec: { resources: { requests: { storage: '2Gi' } } },
    })
    expect(portal(manifests).volumeMounts).toContainEqual({ name: 'data', mountPath: '/data' })
    expect(config(manifests).backend.database).toBeUndefined()
  })

  it('reaches an external database by TLS with a password from a secret', async () => {
    const { manifests } = await render('production')
    expect(config(manifests).backend.database.connection).toEqual({
      host: 'db.example.com',
      port: 5432,
      user: 'portico',
      database: 'portico',
      password: '${PORTICO_DATABASE_PASSWORD}',
      ssl: { rejectUnauthorized: true, ca: { $file: '/etc/portico/database-ca/ca.pem' } },
    })
    expect(portal(manifests).env).toEqual([
      { name: 'PORTICO_DATABASE_PASSWORD', valueFrom: { secretKeyRef: { name: 'portico-database', key: 'password' } } },
    ])
    expect(portal(manifests).envFrom).toEqual([{ secretRef: { name: 'portico-sign-in' } }])
  })

  it('puts a password of the values into a Secret and nowhere else', async () => {
    const { manifests } = await render('', 'database.host=db', 'database.password=correct-horse')
    expect(find(manifests, 'Secret')).toMatchObject({ stringData: { password: 'correct-horse' } })
    expect(await schemaMistakes(manifests)).toEqual([])
    expect(JSON.stringify(manifests.filter(({ kind }) => kind !== 'Secret'))).not.toContain('correct-horse')
  })

  it('reads its own config first, then appConfig, then extra files in their order', async () => {
    const { manifests } = await render('hardened')
    expect(portal(manifests).args).toEqual([
      'start',
      '--config=/etc/portico/config/chart.yaml',
      '--config=/etc/portico/config/app-config.yaml',
      '--config=/etc/portico/extra/0/app-config.production.yaml',
      '--config=/etc/portico/extra/1/app-config.sign-in.yaml',
    ])
  })

  it('replaces pods when the config changes, and only then', async () => {
    const sum = async (...sets: string[]) =>
      workload((await render('production', ...sets)).manifests).spec.template.metadata.annotations['checksum/config']
    const before = await sum()
    expect(await sum('ingress.className=other')).toBe(before)
    expect(await sum('appConfig.app.title=Other')).not.toBe(before)
    expect(await sum('database.host=other')).not.toBe(before)
  })

  it('leaves the number of replicas to the autoscaler', async () => {
    const { manifests } = await render('production')
    expect(workload(manifests).spec).not.toHaveProperty('replicas')
    expect(find(manifests, 'HorizontalPodAutoscaler').spec).toMatchObject({ minReplicas: 3, maxReplicas: 8 })
  })

  it('opens network policies to those who are named', async () => {
    const { manifests } = await render('production')
    const { ingress, egress, policyTypes } = find(manifests, 'NetworkPolicy').spec
    expect(policyTypes).toEqual(['Ingress', 'Egress'])
    expect(ingress[0].from).toHaveLength(2)
    expect(egress.flatMap(({ ports }: { ports: { port: number }[] }) => ports.map(({ port }) => port))).toEqual([53, 53, 5432, 443])
  })

  it('lets the portal read its own cluster without its secrets', async () => {
    const { manifests } = await render('hardened')
    const rules = JSON.stringify((find(manifests, 'ClusterRole') as unknown as { rules: unknown }).rules)
    expect(rules).toContain('"pods"')
    expect(rules).not.toMatch(/secrets|pods\/log|\*|create|update|delete/)
    expect(config(manifests).kubernetes.clusterLocatorMethods[0].clusters[0].url).toBe('https://kubernetes.default.svc')
  })

  it('leaves the choice of the user to OpenShift', async () => {
    const { manifests } = await render('hardened')
    const { securityContext } = workload(manifests).spec.template.spec
    expect(['runAsUser', 'runAsGroup', 'fsGroup'].filter(key => key in securityContext)).toEqual([])
  })

  it.each([
    ['no database', [], 'No database. Set database.host'],
    ['two databases', [trial, 'database.host=db'], 'are both set'],
    ['replicas of the embedded database', [trial, 'replicas=2'], 'one replica only'],
    ['autoscaling of the embedded database', [trial, 'autoscaling.enabled=true'], 'one replica only'],
    ['too little time to stop', [trial, 'shutdownSeconds=60'], 'terminationGracePeriodSeconds must be greater'],
    ['a disruption budget for one pod', ['database.host=db', 'podDisruptionBudget.enabled=true'], 'needs two replicas'],
    ['a route without a gateway', [trial, 'httpRoute.enabled=true'], 'httpRoute.parentRefs'],
    ['metrics without a token', [trial, 'serviceMonitor.enabled=true'], 'serviceMonitor.tokenSecret'],
    ['an unknown key', [trial, 'replicaCount=2'], "'replicaCount' not allowed"],
    ['an unknown key inside', [trial, 'ingress.hosts=a'], "'hosts' not allowed"],
    ['a wrong type', [trial, 'replicas=many'], 'want integer'],
    ['an address that is none', [trial, 'baseUrl=portal.example.com'], "at '/baseUrl'"],
    [
      'a file of two sources',
      [trial, 'extraConfig[0].secret=a', 'extraConfig[0].configMap=b', 'extraConfig[0].key=c'],
      "at '/extraConfig/0'",
    ],
    ['a port that is none', ['database.host=db', 'database.port=70000'], "at '/database/port'"],
  ])('refuses %s', async (_, sets, message) => {
    const { manifests, error } = await render('', ...sets)
    expect(manifests).toEqual([])
    expect(error).toContain(message)
  })

  it('has a table of every value, with its default', async () => {
    const readme = await readFile(path.join(chart, 'README.md'), 'utf8')
    const rows = (await valueRows()).join('\n')
    expect(readme.includes(rows) ? rows : readme.slice(readme.indexOf('| Value |'))).toBe(rows)
  })
})

it.skipIf(!hasHelm)('the check of manifests finds wrong values and unknown keys', async () => {
  const { manifests } = await render('production')
  const service = structuredClone(find(manifests, 'Service'))
  Object.assign(service.spec, { portz: 1, type: 7 })
  expect(await schemaMistakes([service])).toEqual([
    'v1 Service/spec/type: type',
    'v1 Service/spec/type: enum',
    'v1 Service/spec/portz: unknown key',
  ])
})

function find(manifests: readonly Manifest[], kind: string): Manifest {
  const found = manifests.find(manifest => manifest.kind === kind)
  if (!found) throw new Error(`No ${kind} is rendered`)
  return found
}

function workload(manifests: readonly Manifest[]): Manifest {
  return manifests.some(({ kind }) => kind === 'Deployment') ? find(manifests, 'Deployment') : find(manifests, 'StatefulSet')
}

function portal(manifests: readonly Manifest[]): any {
  return workload(manifests).spec.template.spec.containers[0]
}

function config(manifests: readonly Manifest[]): any {
  return load(find(manifests, 'ConfigMap').data?.['chart.yaml'] ?? '')
}

/** A row for each commented value of values.yaml. */
async function valueRows(): Promise<string[]> {
  const text = await readFile(path.join(chart, 'values.yaml'), 'utf8')
  const values = load(text) as Record<string, unknown>
  const rows: string[] = []
  const parents: string[] = []
  let comment = ''
  for (const line of text.split('\n')) {
    const [, said] = /^ *# (.*)$/.exec(line) ?? []
    const [, indent = '', key] = /^( *)([A-Za-z]+):/.exec(line) ?? []
    if (said !== undefined) comment = said
    else if (key !== undefined) {
      parents.splice(indent.length / 2, Infinity, key)
      const value = parents.reduce((at: any, part) => at[part], values)
      if (comment !== '') rows.push(`| \`${parents.join('.')}\` | ${comment} | \`${JSON.stringify(value)}\` |`)
      comment = ''
    }
  }
  return rows
}

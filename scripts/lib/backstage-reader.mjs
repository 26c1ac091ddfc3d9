import { ensureBuild } from './build.mjs'
import { Failure } from './failure.mjs'
import { explainInstall, installArguments, isInstalled, readPackages, runNpm } from './install.mjs'
import { seconds } from './progress.mjs'
import { inRoot } from './repository.mjs'

const folder = 'e2e/backstage-reader'
const files = ['index.html', 'main.jsx', 'package-lock.json', 'vite.config.mjs']

/** Installs Backstage's own docs reader, which one e2e test shows our docs with. A package of its own: nothing else needs it. */
export async function installBackstageReader() {
  const isThere = () =>
    isInstalled(readPackages(`${folder}/package-lock.json`), readPackages(`${folder}/node_modules/.package-lock.json`), 'full')
  if (isThere()) return
  // Told of when it is done: it runs beside other steps, which have the line.
  const begun = performance.now()
  const { output } = await runNpm([...installArguments('full'), '--ignore-scripts'], { cwd: inRoot(folder) })
  if (!isThere()) throw new Failure(`Backstage's docs reader: ${explainInstall(output)}`)
  process.stdout.write(`Installed Backstage's docs reader (240 MB, for one e2e test) … ${seconds(begun)}\n`)
}

/** Bundles it, if that is not done from these sources yet. */
export async function ensureBackstageReader(node) {
  const sources = () => files.map(file => `${folder}/${file}`)
  const build = { name: 'docs reader of Backstage', config: `${folder}/vite.config.mjs`, result: `${folder}/dist/index.html`, sources }
  await ensureBuild(build, node)
}

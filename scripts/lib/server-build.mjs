import { ensureBuild, sourcesOf } from './build.mjs'

/** What `npm start` runs. */
export const serverProgram = 'app/dist-server/server.mjs'

/** Builds the server into app/dist-server, if that is not built from these sources yet. */
export function ensureServerBuild(node) {
  return ensureBuild({ name: 'server', config: 'app/vite.config.ts', result: serverProgram, sources: serverSources }, node)
}

export function serverSources(folder) {
  // The example's clusters answer by the fake cluster of the tests.
  const more = ['examples/tools/server', 'plugins/kubernetes/testing']
  const layers = packages => ['app/commands', ...packages.flatMap(each => [`${each}/common`, `${each}/server`]), ...more]
  const single = [
    'app/web/build/bundled-packages.ts',
    'app/vite.config.ts',
    'app/module-addresses.ts',
    'app/server.ts',
    'app/cli.ts',
    'app/health.ts',
    'app/pages.ts',
    'app/portal.ts',
    'app/shared-modules.ts',
    'app/isolated-plugin.ts',
    'app/plugins.ts',
  ]
  return sourcesOf(folder, { layers, single })
}

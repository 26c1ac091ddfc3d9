import { ensureBuild, sourcesOf } from './build.mjs'

/** Builds the web app into app/dist, if that is not built from these sources yet. */
export function ensureWebBuild(node) {
  return ensureBuild({ name: 'web app', config: 'app/web/vite.config.ts', result: 'app/dist/index.html', sources: webSources }, node)
}

export function webSources(folder) {
  const layers = packages => ['app/web', 'ui', ...packages.flatMap(each => [`${each}/common`, `${each}/web`])]
  return sourcesOf(folder, { layers, single: ['tsconfig.web.json'] })
}

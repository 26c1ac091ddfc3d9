import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { defineConfig, type Plugin } from 'vitest/config'
import { builtName, namedModule, serverBuild } from './app/module-addresses.ts'
import { waitTimeoutMs } from './core/testing/timeouts.ts'

export default defineConfig({
  test: {
    // Vitest leaves one core free, which on a machine of two is half of it.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    globalSetup: ['scripts/lib/test-build.mjs', 'core/testing/global-setup.ts'],
    reporters: process.env['PORTICO_TEST_REPORT'] ? ['default', ['json', { outputFile: process.env['PORTICO_TEST_REPORT'] }]] : ['default'],
    expect: { poll: { timeout: waitTimeoutMs } },
    // A test waits for several things one after the other, and says which one did not come.
    testTimeout: 2 * waitTimeoutMs,
    hookTimeout: 2 * waitTimeoutMs,
    projects: [
      {
        extends: true,
        plugins: [builtModules()],
        test: {
          name: 'server',
          include: [
            'boundaries.test.ts',
            '{core,plugins}/**/{common,server,testing}/**/*.test.ts',
            '{app,scripts,bench,examples,deploy}/**/*.test.ts',
          ],
          environment: 'node',
          // Modules of the server keep nothing between calls, so files may share them: loading them anew for each takes half of the time.
          isolate: false,
        },
      },
      {
        extends: true,
        // As in the browser: its CommonJS would load a second copy of graphql, which refuses the schemas of the first.
        resolve: { alias: { 'graphql-language-service': path.resolve('node_modules/graphql-language-service/esm/index.js') } },
        test: {
          name: 'web',
          include: ['{core,plugins}/**/web/**/*.test.{ts,tsx}', 'app/web/**/*.test.tsx', 'ui/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          setupFiles: ['core/testing/web-setup.tsx'],
          // Each file has a page and modules of its own, but not also a process: twice as fast.
          pool: 'vmForks',
          vmMemoryLimit: '700MB',
          server: { deps: { inline: ['graphql-language-service'] } },
        },
      },
    ],
  },
})

/** What the server runs in a thread or a process comes from its build, as in production: from sources each one would first load hundreds of files. */
function builtModules(): Plugin {
  return {
    name: 'built-modules',
    enforce: 'pre',
    transform: {
      filter: {
        id: { include: [/\/(?:core|plugins\/[\w-]+)\/server\/.*\.ts$/, /\/app\/shared-modules\.ts$/], exclude: /\.test\.ts$/ },
        code: 'import.meta.url',
      },
      handler(code, id) {
        const address = (text: string, named: string) => {
          const file = path.join(serverBuild, builtName(path.resolve(path.dirname(id), named)))
          // Comments have examples that name no file.
          return existsSync(file) ? `new URL(${JSON.stringify(pathToFileURL(file).href)})` : text
        }
        return { code: code.replaceAll(namedModule, address), map: null }
      },
    },
  }
}

import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { waitTimeoutMs } from './core/testing/timeouts.ts'

export default defineConfig({
  test: {
    // Vitest leaves one core free, which on a machine of two is half of it.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    globalSetup: ['core/testing/global-setup.ts'],
    reporters: process.env['PORTICO_TEST_REPORT'] ? ['default', ['json', { outputFile: process.env['PORTICO_TEST_REPORT'] }]] : ['default'],
    expect: { poll: { timeout: waitTimeoutMs } },
    // A test waits for several things one after the other, and says which one did not come.
    testTimeout: 2 * waitTimeoutMs,
    projects: [
      {
        extends: true,
        test: {
          name: 'server',
          include: ['house.test.ts', '{core,plugins}/**/{common,server,testing}/**/*.test.ts', '{app,scripts,bench,examples}/**/*.test.ts'],
          environment: 'node',
          // Modules of the server keep nothing between calls, so files may share them: loading them anew for each takes half of the time.
          isolate: false,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'web',
          include: ['{core,plugins}/**/web/**/*.test.{ts,tsx}', 'ui/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          setupFiles: ['core/testing/web-setup.tsx'],
          // Each file has a page and modules of its own, but not also a process: twice as fast.
          pool: 'vmForks',
          vmMemoryLimit: '700MB',
        },
      },
    ],
  },
})

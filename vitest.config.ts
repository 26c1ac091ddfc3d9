import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    globalSetup: ['core/testing/global-setup.ts'],
    reporters: process.env['PORTICO_TEST_REPORT'] ? ['default', ['json', { outputFile: process.env['PORTICO_TEST_REPORT'] }]] : ['default'],
    projects: [
      {
        extends: true,
        test: {
          name: 'server',
          include: ['house.test.ts', '{core,plugins}/**/{common,server,testing}/**/*.test.ts', '{app,scripts,bench,examples}/**/*.test.ts'],
          environment: 'node',
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'web',
          include: ['{core,plugins}/**/web/**/*.test.{ts,tsx}', 'ui/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          testTimeout: 20_000,
        },
      },
    ],
  },
})

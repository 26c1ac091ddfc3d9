import { chromiumLaunchOptions } from '@portico/core/testing/browser'
import { defineConfig } from '@playwright/test'

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.e2e.ts',
  outputDir: 'test-results/e2e',
  // Every worker starts a portal with a database of its own: more of them would only fight for the same cores.
  workers: 2,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  forbidOnly: true,
  use: {
    browserName: 'chromium',
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    colorScheme: 'light',
    // Frames of animations take a tenth of the browser's time, and a test waits for their end.
    contextOptions: { reducedMotion: 'reduce' },
    // A trace takes a good part of the time. What fails in a whole run is run again with one; `--trace on` has it at once.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: chromiumLaunchOptions(),
  },
})

import { existsSync } from 'node:fs'
import path from 'node:path'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** The Chromium of this machine: the one named in PORTICO_CHROMIUM, else one on the path, else undefined for Playwright's own. */
export function findChromium(env: Readonly<Record<string, string | undefined>> = process.env): string | undefined {
  if (env['PORTICO_CHROMIUM']) return env['PORTICO_CHROMIUM']
  const folders = (env['PATH'] ?? '').split(path.delimiter).filter(Boolean)
  return names.flatMap(name => folders.map(folder => path.join(folder, name))).find(file => existsSync(file))
}

/**
 * What Playwright disables itself, repeated because the last of several switches counts, and the suggestions of the address bar: pages of the
 * browser with 400 scripts, which each new window would load beside the page of a test, for more than a second of processor time. And a
 * renderer in reserve, which most pages would start for nothing.
 */
const disabledFeatures = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'msForceBrowserSignIn',
  'msEdgeUpdateLaunchServicesPreferredVersion',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'SpareRendererForSitePerProcess',
]

/** How tests start Chromium: nothing in it talks to anyone, and no name but localhost resolves. */
export function chromiumLaunchOptions() {
  const executablePath = findChromium()
  const isRoot = process.getuid?.() === 0
  return {
    ...(executablePath !== undefined && { executablePath }),
    args: [
      ...(isRoot ? ['--no-sandbox'] : []),
      '--disable-gpu',
      '--disable-quic',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      `--disable-features=${disabledFeatures.join(',')}`,
      '--no-first-run',
      // Letters and colours are the same on every machine, for pictures that are compared.
      '--font-render-hinting=none',
      '--force-color-profile=srgb',
      '--disable-lcd-text',
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
    ],
  }
}

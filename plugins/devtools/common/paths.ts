/** Where this plugin's pages are. */
export const devtoolsPaths = { system: () => '/system', performance: () => '/system/performance' } as const

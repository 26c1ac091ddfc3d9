/** Where this plugin's pages are. */
export const devtoolsPaths = { system: () => '/system' } as const
